"""What pip-audit has found, from its JSON: exit code 1 for known holes; a word where nothing could be looked up."""

import json
import sys
from pathlib import Path


def main(report: str) -> int:
    """Print one line a hole, and how many packages were looked up."""
    packages = json.loads(Path(report).read_text(encoding="utf-8"))["dependencies"]
    known = [package for package in packages if "skip_reason" not in package]
    holes = [(package, hole) for package in known for hole in package["vulns"]]
    for package, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {hole['id']}, mended in {mended}")
    if not known:  # a mirror of packages answers, and knows of no holes
        print(f"skipped: the index knows of none of the {len(packages)} packages")
        return 0
    unknown = ", ".join(package["name"] for package in packages if "skip_reason" in package)
    print(f"looked up: {len(known)} packages, {len(holes)} known holes; not known to the index: {unknown or 'none'}")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
