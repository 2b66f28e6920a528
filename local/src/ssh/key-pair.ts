import ssh2 from 'ssh2';

/** A new Ed25519 key pair in OpenSSH's form. ssh2 drops a leading zero byte of one key in 256, which is none then. */
export function newKeyPair(comment = ''): { public: string; private: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519', { comment });
    if (!(ssh2.utils.parseKey(pair.public) instanceof Error)) return pair;
  }
}
