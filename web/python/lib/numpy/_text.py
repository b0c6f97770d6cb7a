"""Arrays as NumPy prints them."""
import math
import struct


def _single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def shortest(value, single):
    """The fewest digits that read back as the same number, in Python's notation."""
    if not single:
        return repr(value)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if _single(float(text)) == value:
            return text
    return text


def _digits(value, single):
    """Digits and exponent: 0.d1d2… times 10 to the exponent."""
    text = shortest(abs(value), single)
    mantissa, _, power = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    exponent = len(whole) + int(power or 0)
    digits = (whole + fraction)
    bare = digits.lstrip("0")
    exponent -= len(digits) - len(bare)
    return bare.rstrip("0") or "0", exponent if bare.rstrip("0") else 1


def _positional(value, single, precision=None):
    """At most `precision` digits after the point, no trailing zeros: "1.", "0.25"."""
    digits, exponent = _digits(value, single)
    if exponent <= 0:
        whole, fraction = "0", "0" * -exponent + digits
    else:
        whole = digits[:exponent].ljust(exponent, "0")
        fraction = digits[exponent:]
    if precision is not None and len(fraction) > precision:
        whole, _, fraction = f"{abs(value):.{precision}f}".partition(".")
    fraction = fraction.rstrip("0") if fraction.strip("0") else ""
    sign = "-" if math.copysign(1, value) < 0 else ""
    return f"{sign}{whole}.{fraction}"


def _scientific(value, single, precision, keep=False):
    digits, exponent = _digits(value, single)
    if value == 0:
        digits, exponent = "0", 1
    if len(digits) - 1 > precision:
        mantissa, _, power = f"{abs(value):.{precision}e}".partition("e")
        whole, _, fraction = mantissa.partition(".")
        exponent = int(power) + 1
    else:
        whole, fraction = digits[0], digits[1:]
    fraction = fraction.ljust(precision, "0") if keep else fraction.rstrip("0")
    power = exponent - 1
    sign = "-" if math.copysign(1, value) < 0 else ""
    return f"{sign}{whole}.{fraction}e{'-' if power < 0 else '+'}{abs(power):02d}"


def scalar(value, single):
    """A number by itself."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0 or 1e-4 <= abs(value) < 1e16:
        text = _positional(value, single)
        return text + "0" if text.endswith(".") else text
    text = _scientific(value, single, 17)
    mantissa, _, power = text.partition("e")
    return f"{mantissa.rstrip('.')}e{power}"


OPTIONS = {"precision": 8, "suppress": False, "threshold": 1000, "edgeitems": 3, "linewidth": 75}


def _float_format(values, single):
    precision = OPTIONS["precision"]
    finite = [value for value in values if math.isfinite(value)]
    nonzero = [abs(value) for value in finite if value != 0]
    scientific = bool(nonzero) and (
        max(nonzero) >= 1e8
        or not OPTIONS["suppress"] and (min(nonzero) < 0.0001 or max(nonzero) / min(nonzero) > 1000.0))
    if not finite:
        left = right = 0
        write = None
    elif scientific:
        parts = [_scientific(value, single, precision).partition("e") for value in finite]
        fractions = [mantissa.partition(".") for mantissa, _, _ in parts]
        digits = max(len(fraction) for _, _, fraction in fractions)
        left = max(len(whole) for whole, _, _ in fractions)
        right = max(len(power) for _, _, power in parts) + 1 + digits

        def write(value):
            return _scientific(value, single, digits, keep=True).rjust(left + 1 + right)
    else:
        parts = [_positional(value, single, precision).partition(".") for value in finite]
        left = max(len(whole) for whole, _, _ in parts)
        right = max(len(fraction) for _, _, fraction in parts)

        def write(value):
            whole, _, fraction = _positional(value, single, precision).partition(".")
            return f"{whole.rjust(left)}.{fraction.ljust(right)}"
    odd = [value for value in values if not math.isfinite(value)]
    if odd:
        width = max(4 if value == -math.inf else 3 for value in odd)
        left = max(left, width - right - 1)

    def text(value):
        if math.isfinite(value):
            return write(value)
        name = "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
        return name.rjust(left + right + 1)

    return text


def _format_of(values, kind):
    if kind == "bool":
        return lambda value: str(value).rjust(5)
    if kind in ("int64", "int32"):
        width = max((len(str(value)) for value in values), default=0)
        return lambda value: str(value).rjust(width)
    return _float_format(values, kind == "float32")


def _leaves(values, shape, edge, out):
    if not shape:
        out.append(values)
        return
    rows = values if edge is None or shape[0] <= 2 * edge else [*values[:edge], *values[-edge:]]
    for row in rows:
        _leaves(row, shape[1:], edge, out)


def array_text(values, shape, kind, separator=" ", prefix="", suffix=""):
    size = math.prod(shape)
    edge = OPTIONS["edgeitems"] if size > OPTIONS["threshold"] else None
    leaves = []
    _leaves(values, shape, edge, leaves)
    if size == 0 and shape:
        return "[]"
    write = _format_of(leaves, kind)
    if not shape:
        return str(values) if kind[0] in "ib" else scalar(values, kind == "float32")
    # Room for the separator, or for the brackets that close.
    width = OPTIONS["linewidth"] - len(suffix) - len(shape) + 1 - max(len(separator.rstrip()), 1)
    return _bracketed(values, shape, write, edge, separator, " " + " " * len(prefix), width)


def _bracketed(values, shape, write, edge, separator, indent, width):
    cut = edge is not None and shape[0] > 2 * edge
    rows = [*values[:edge], None, *values[-edge:]] if cut else values
    if len(shape) > 1:
        end = separator.rstrip() + "\n" * (len(shape) - 1)
        lines = [
            indent + ("..." if row is None else _bracketed(row, shape[1:], write, edge, separator, indent + " ", width))
            for row in rows
        ]
        text = end.join(lines)
    else:
        text, line = "", indent
        for at, row in enumerate(rows):
            word = "..." if row is None else write(row)
            if len(line) + len(word) > width and len(line) > len(indent):
                text += line.rstrip() + "\n"
                line = indent
            line += word
            if at < len(rows) - 1:
                line += separator
        text += line
    return f"[{text[len(indent):]}]"
