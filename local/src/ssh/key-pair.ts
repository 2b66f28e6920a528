import ssh2 from 'ssh2';

/** Creates an Ed25519 key pair in OpenSSH format. Retries because ssh2 drops a leading zero byte, which invalidates one key in 256. */
export function newKeyPair(comment = ''): { public: string; private: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519', { comment });
    if (!(ssh2.utils.parseKey(pair.public) instanceof Error)) return pair;
  }
}
