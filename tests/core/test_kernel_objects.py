"""No object of a kernel holds code that another object could hold too (see src/core/isa/namespace.hpp).

Of two objects with an inline function of the same name the linker keeps either copy. If it kept one with wide
instructions, the program would fail on machines without them.
"""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import pytest
from programs import need

CORE = Path(__file__).parents[2] / "src" / "core"
X86_64 = platform.machine().lower() in ("x86_64", "amd64")
# Where there are wide sets, only they can do harm; elsewhere the counting kernel is compiled with other options.
SETS = ["avx2", "avx512"] if X86_64 else ["baseline"]
# The address of the function that handles exceptions: data, and the same in every object.
HARMLESS = {"DW.ref.__gxx_personality_v0"}

pytestmark = [
    pytest.mark.slow,  # compiles the kernels
    pytest.mark.skipif(platform.system() != "Linux", reason="reads objects as Linux has them"),
]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def strangers(path, instruction_set):
    """What an object defines for others to see, apart from the functions of its instruction set.

    Weak symbols are not among those functions, whatever their name: the linker may keep another object's copy.
    """
    namespace = f"kernels_{instruction_set}"
    prefix = f"_ZN4nldt{len(namespace)}{namespace}"
    listed = run(need("nm"), "--defined-only", "--extern-only", "--format=posix", path).splitlines()
    symbols = (line.split()[:2] for line in listed)
    return [
        f"{kind} {name}"
        for name, kind in symbols
        if name not in HARMLESS and not (kind == "T" and name.startswith(prefix))
    ]


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    """The objects of each instruction set, compiled as those of the package are."""
    cmake = need("cmake")
    folder = tmp_path_factory.mktemp("kernels")
    run(cmake, "-S", CORE.parents[1], "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DNLDT_MODULE=OFF")
    run(cmake, "--build", folder, "--parallel", "2", "--target", *(f"kernels_{name}" for name in SETS))
    return {name: sorted(folder.glob(f"CMakeFiles/kernels_{name}.dir/**/*.o")) for name in SETS}


@pytest.mark.parametrize("instruction_set", SETS)
def test_every_kernel_is_compiled_for_every_set(objects, instruction_set):
    units = {path.name for path in (CORE / "kernels").glob("*.cpp")} - {"instruction_sets.cpp"}
    assert {path.stem for path in objects[instruction_set]} == units


@pytest.mark.parametrize("instruction_set", SETS)
def test_kernels_share_no_code_with_other_objects(objects, instruction_set):
    shared = {path.stem: strangers(path, instruction_set) for path in objects[instruction_set]}
    assert {unit: names for unit, names in shared.items() if names} == {}


KERNEL = "namespace nldt::kernels_avx2 { int f() { return g(); } }"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int g();" + KERNEL, []),
        ("namespace { [[gnu::noinline]] int g() { return 1; } }" + KERNEL, []),
        ("[[gnu::noinline]] inline int g() { return 1; }" + KERNEL, ["W _Z1gv"]),
        ("int g();" + KERNEL.replace("avx2", "avx512"), ["T _ZN4nldt14kernels_avx5121fEv"]),
        ("namespace nldt { int f() { return 1; } }", ["T _ZN4nldt1fEv"]),
    ],
)
def test_shared_code_is_noticed(tmp_path, code, expected):
    assert strangers(compiled(code, tmp_path), "avx2") == expected


def test_shared_code_of_the_standard_library_is_noticed(tmp_path):
    code = "#include <vector>\nnamespace nldt::kernels_avx2 { void f(std::vector<int> &v) { v.resize(v.size() * 2); } }"
    (found,) = strangers(compiled(code, tmp_path), "avx2")
    assert found.startswith("W _ZNSt6vectorI")


def compiled(code, folder):
    (folder / "unit.cpp").write_text(code)
    run(need("c++"), "-std=c++20", "-O2", "-c", folder / "unit.cpp", "-o", folder / "unit.o")
    return folder / "unit.o"
