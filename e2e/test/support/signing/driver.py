import base64
import sys

import hub_signature


def plain(field):
    return None if field == "-" else base64.b64decode(field)


def said(field):
    return None if field == "-" else plain(field).decode()


for line in sys.stdin:
    kind, *fields = line.rstrip("\n").split("\t")
    if kind == "sign":
        print(hub_signature.sign(said(fields[0]), plain(fields[1])))
    else:
        body, header, *secrets = fields
        print(str(hub_signature.verify([said(one) for one in secrets], plain(body), said(header))).lower())
