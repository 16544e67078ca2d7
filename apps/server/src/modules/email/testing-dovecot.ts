import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ImapFlow } from 'imapflow'
import { afterAll } from 'vitest'

const binary = '/usr/sbin/dovecot'

/** The reason why tests have no IMAP server; undefined if there is one. */
export const dovecotIsMissing = existsSync(binary) ? undefined : 'no Dovecot is installed'

export interface TestMailbox {
  port: number
  /** Puts a mail into the mailbox of `user`. */
  deliver(user: string, raw: string | Buffer): Promise<void>
  /** Deletes the mailbox, so that a new one gets its name. */
  renew(user: string): void
  stop(): Promise<void>
  start(): Promise<void>
}

/** Debian's Dovecot on loopback, with a mailbox for each name and the password `secret`. Ends after the tests of the file. */
export async function startDovecot(): Promise<TestMailbox> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tavla-dovecot-'))
  // Another user owns the mailboxes when the tests run as root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534, name: 'nobody' } : own()
  for (const name of ['run', 'mail']) {
    mkdirSync(path.join(folder, name), { recursive: true })
    if (process.getuid?.() === 0 && name === 'mail') chownSync(path.join(folder, name), owner.uid, owner.gid)
  }
  const config = path.join(folder, 'dovecot.conf')
  writeFileSync(config, configuration(folder, port, owner))

  let child: ReturnType<typeof spawn> | undefined
  const start = async () => {
    child = spawn(binary, ['-F', '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    const lines = createInterface({ input: child.stderr as NonNullable<typeof child.stderr> })
    for await (const line of lines) if (line.includes('starting up')) break
  }
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await start()
  afterAll(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    port,
    start,
    stop,
    async deliver(user, raw) {
      const client = new ImapFlow({
        host: '127.0.0.1',
        port,
        secure: false,
        auth: { user, pass: 'secret' },
        logger: false,
      })
      await client.connect()
      await client.append('INBOX', raw)
      await client.logout()
    },
    renew: (user) => rmSync(path.join(folder, 'mail', user), { recursive: true, force: true }),
  }
}

function own() {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, name: process.env.USER ?? 'root' }
}

function configuration(folder: string, port: number, { uid, gid, name }: ReturnType<typeof own>): string {
  const isRoot = process.getuid?.() === 0
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
${isRoot ? '' : `default_internal_user = ${name}\ndefault_login_user = ${name}\ndefault_internal_group = ${name}`}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
auth_failure_delay = 0
`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Values of an Email Account that fetches the mailbox `name`. */
export const mailboxAccount = (name: string, port: number) => ({
  email_account_name: name,
  email_id: `${name}@example.com`,
  login_id: name,
  password: 'secret',
  enable_incoming: 1,
  email_server: '127.0.0.1',
  incoming_port: port,
  use_ssl: 0,
  allow_unencrypted: 1,
})
