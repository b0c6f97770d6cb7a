"""dtypes, devices and sizes."""


class dtype:
    def __init__(self, name, floating, letter):
        self._name = name
        self.is_floating_point = floating
        self.is_complex = False
        self.is_signed = name != "bool"
        # "Float" in error texts, "torch.FloatTensor" in x.type().
        self._letter = letter

    def __repr__(self):
        return f"torch.{self._name}"

    def __reduce__(self):
        return self._name

    @property
    def itemsize(self):
        return {"float32": 4, "float64": 8, "int64": 8, "int32": 4, "bool": 1}[self._name]


float32 = float = dtype("float32", True, "Float")
float64 = double = dtype("float64", True, "Double")
int64 = long = dtype("int64", False, "Long")
int32 = int = dtype("int32", False, "Int")
bool = dtype("bool", False, "Bool")

# What set_default_dtype() changes.
default = float32

BY_NAME = {d._name: d for d in (float32, float64, int64, int32, bool)}
ORDER = [bool, int32, int64, float32, float64]


class device:
    def __init__(self, type, index=None):
        if isinstance(type, device):
            type = type.type
        kind = str(type).partition(":")[0]
        if kind != "cpu":
            if kind == "cuda":
                raise AssertionError("Torch not compiled with CUDA enabled")
            raise RuntimeError(f"Expected one of cpu, cuda device type at start of device string: {type}")
        self.type = "cpu"
        self.index = index

    def __repr__(self):
        return "device(type='cpu')"

    def __str__(self):
        return "cpu"

    def __eq__(self, other):
        return isinstance(other, device)

    def __hash__(self):
        return hash("cpu")


CPU = device("cpu")


class Size(tuple):
    def __repr__(self):
        return f"torch.Size([{', '.join(map(str, self))}])"

    def numel(self):
        out = 1
        for size in self:
            out *= size
        return out

    def __getitem__(self, at):
        got = tuple.__getitem__(self, at)
        return Size(got) if isinstance(at, slice) else got

    def __add__(self, other):
        return Size(tuple.__add__(self, tuple(other)))


class finfo:
    def __init__(self, of=float32):
        import sys

        double = of is float64
        self.bits = 64 if double else 32
        self.eps = sys.float_info.epsilon if double else 2.0**-23
        self.max = sys.float_info.max if double else (2 - 2.0**-23) * 2.0**127
        self.min = -self.max
        self.tiny = self.smallest_normal = sys.float_info.min if double else 2.0**-126
        self.dtype = of._name


def result_type(a, b):
    return ORDER[max(ORDER.index(a), ORDER.index(b))]
