"""Models as versioned JSON documents: ``content`` says what one holds, ``write`` makes it, ``read`` checks it.

The JSON Schema (``schema``) follows from the same definition. Documents of version 1 are brought to today's form
by ``version_1`` and read like any other. Imported when a model is saved or loaded, not before.
"""
