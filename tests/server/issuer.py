"""Who gives tokens."""
import json
import pathlib
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa


class Issuer:
    """Two keys, as a provider has while it changes from one to the next."""

    name = "https://id.hospital.example"

    def __init__(self, folder):
        self.file = pathlib.Path(folder) / "jwks.json"
        self.rsa = rsa.generate_private_key(65537, 2048)
        self.ed = ed25519.Ed25519PrivateKey.generate()
        self.publish(["rsa-1", "ed-1"])

    def publish(self, ids):
        keys = {"rsa-1": json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.rsa.public_key())) | {"kid": "rsa-1", "use": "sig"},
                "ed-1": json.loads(jwt.algorithms.OKPAlgorithm.to_jwk(self.ed.public_key())) | {"kid": "ed-1", "alg": "EdDSA"}}
        self.file.write_text(json.dumps({"keys": [keys[name] for name in ids]}))

    def token(self, subject, *roles, key=None, algorithm="EdDSA", headers=None, **claims):
        now = int(time.time())
        body = {"iss": self.name, "aud": "gauzed", "sub": subject, "iat": now, "exp": now + 36000, "gauze_roles": list(roles)} | claims
        body = {name: value for name, value in body.items() if value is not None}
        if key is None:
            key = self.ed if algorithm == "EdDSA" else self.rsa
        kid = {"kid": "ed-1" if algorithm == "EdDSA" else "rsa-1"}
        return jwt.encode(body, key, algorithm=algorithm, headers=kid | (headers or {}))
