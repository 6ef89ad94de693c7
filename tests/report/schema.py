"""Validates a JSON file: schema.py SCHEMA FILE; status 0 valid, 1 not, 77 when python3-jsonschema is missing."""
import json
import sys

try:
    import jsonschema
except ImportError:
    print("schema.py: python3-jsonschema is not installed")
    sys.exit(77)

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    document = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
errors = sorted(jsonschema.Draft7Validator(schema).iter_errors(document), key=lambda error: list(map(str, error.path)))
for error in errors[:10]:
    print("%s: at %s: %s" % (sys.argv[2], "/".join(map(str, error.path)), error.message[:200]))
sys.exit(1 if errors else 0)
