#!/usr/bin/env python3
"""usage: validate-json-output SCHEMAS ANSWERS

Validates each line of ANSWERS, {"schema": NAME, "answer": …}, with SCHEMAS/NAME.schema.json. A member that the schema does
not describe is an error too, although programs must ignore those that they do not know. Prints a line for each answer
that is not valid, and the names of schemas that no answer of a successful command was validated with.
"""
import json
import pathlib
import sys

import jsonschema


def closed(schema):
    """Returns the schema without room for other members."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: closed(value) for name, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        result["additionalProperties"] = False
    return result


def explain(error):
    """Returns the deepest reasons below an error of anyOf, which itself says nothing."""
    best = jsonschema.exceptions.best_match([error])
    return f"{'/'.join(str(step) for step in best.absolute_path)}: {best.message[:300]}"


def main(folder, file):
    validators, succeeded = {}, set()
    for path in sorted(pathlib.Path(folder).glob("*.schema.json")):
        schema = json.loads(path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[path.name.removesuffix(".schema.json")] = jsonschema.Draft202012Validator(closed(schema))
    for line in pathlib.Path(file).read_text().splitlines():
        entry = json.loads(line, object_pairs_hook=unique)
        name, answer = entry["schema"], entry["answer"]
        if name not in validators:
            print(f"{name}: there is no such schema")
            continue
        for error in validators[name].iter_errors(answer):
            print(f"{name}: {explain(error)}")
        if answer.get("ok") or answer.get("error") is None:
            succeeded.add(name)
    for name in sorted(validators.keys() - succeeded - {"config", "account"}):
        print(f"not validated: {name}")


def unique(members):
    """Rejects an object that has a member twice."""
    names = [name for name, _ in members]
    doubled = {name for name in names if names.count(name) > 1}
    if doubled:
        print(f"duplicate members: {', '.join(sorted(doubled))}")
    return dict(members)


if __name__ == "__main__":
    main(*sys.argv[1:])
