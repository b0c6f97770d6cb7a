"""What a program printed beside what is stored."""
import difflib


def differs(name, stored, text):
    if stored == text:
        return False
    print(f"{name} prints something else:")
    print("".join(difflib.unified_diff(stored.splitlines(True), text.splitlines(True), "stored", "now")))
    return True
