"""Which names of the subset no program uses; subset.test.ts runs it as a cell."""
import ast
import json

# Attributes of anything that is no module count for each of these.
CLASSES = ("torch.Tensor", "torch.nn.Module", "numpy.ndarray")


class Uses(ast.NodeVisitor):
    def __init__(self, modules):
        self.modules, self.known, self.found = modules, {}, set()

    def path(self, node):
        """The dotted name that an expression stands for, if it begins with an import."""
        if isinstance(node, ast.Name):
            return self.known.get(node.id)
        if isinstance(node, ast.Attribute):
            start = self.path(node.value)
            return start and f"{start}.{node.attr}"
        return None

    def add(self, module, name):
        # torch.nn.functional is a name of torch.nn, too.
        while module:
            self.found.add((module, name))
            module, _, name = module.rpartition(".")

    def visit_Import(self, node):
        for one in node.names:
            self.known[one.asname or one.name.split(".")[0]] = one.name if one.asname else one.name.split(".")[0]
            self.add(*one.name.rpartition(".")[::2])

    def visit_ImportFrom(self, node):
        for one in node.names:
            self.known[one.asname or one.name] = f"{node.module}.{one.name}"
            self.add(node.module, one.name)

    def visit_FunctionDef(self, node):
        # What a class of the program puts in place of a method of ours.
        self.found.add(("torch.nn.Module", node.name))
        self.generic_visit(node)

    def visit_Attribute(self, node):
        start = self.path(node.value)
        if start is None or start not in self.modules:
            self.found.update((kind, node.attr) for kind in CLASSES)
        if start is not None:
            self.add(start, node.attr)
        self.generic_visit(node)


def unused(names, sources):
    found = set()
    for source in sources:
        uses = Uses(names)
        uses.visit(ast.parse(source))
        found |= uses.found
    return {module: left for module, all_names in names.items()
            if (left := [name for name in all_names if (module, name) not in found])}
