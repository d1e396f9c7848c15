"""all_names.py HEADER... - a C++ program that uses every public name

Declares a value of every public type, and takes the address of every
function that the headers declare. It does not compile if a name is hidden:
in C++ a type inside a struct belongs to it, and a function hides a type of the
same name; or if tabia.h does not include a header. Linking it shows that the
library exports all functions.
"""

import re
import sys

types, handles, functions = set(), set(), set()
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read(), flags=re.S)
    types |= set(re.findall(r"\b((?:struct|enum) tabia_\w+)\s*{", text))
    types |= set(re.findall(r"\btypedef \w+ (tabia_\w+);", text))
    handles |= set(re.findall(r"^(struct tabia_\w+);", text, flags=re.M))
    for head in re.findall(r"^(?:TABIA_API|static inline)\b[^;{]*", text,
                           flags=re.M):
        functions.add(re.search(r"(\w+)\(", head).group(1))

if len(types) < 50 or len(functions) < 100:
    sys.exit(f"only {len(types)} types and {len(functions)} functions")

print("#include <tabia/tabia.h>")
print("\nint main()\n{")
for i, name in enumerate(sorted(types)):
    # Without "struct", which would find a type that a function hides.
    print(f"    {name.split()[-1]} value{i}{{}};\n    (void)value{i};")
for i, name in enumerate(sorted(handles - types)):
    print(f"    {name.split()[-1]} *handle{i} = nullptr;\n    (void)handle{i};")
print("    void (*volatile function)() = nullptr;")
for name in sorted(functions):
    print(f"    function = reinterpret_cast<void (*)()>(&{name});")
print("    return function == nullptr;\n}")
