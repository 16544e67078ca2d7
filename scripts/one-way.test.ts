// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is judged holds templates
import path from 'node:path'
import { expect, test } from 'vitest'
import { ownWays } from './one-way.ts'
import { makeTree } from './testing/make-tree.ts'

const calls = 'calls out by itself: use callOut of outward'
const mails = 'speaks to mail servers by itself: add a row to the outbox'
const writes = 'writes rows of an entity by itself: use createIn, updateIn or setSilently of the engine'
const database = 'asks which database runs: let the dialect of the store differ'
const clients = 'makes Node load a second HTTP client: use nodeHttp of ground'
const threads = 'starts a thread without the compile cache: use startThread of ground'

test.each([
  ['modules/a/b.ts', "await fetch('https://example.com')", calls],
  ['modules/a/b.ts', "import https from 'node:https'", calls],
  ['modules/a/b.ts', "import { connect, isIP } from 'node:net'", calls],
  ['entity/b.ts', "const { request } = await import('node:https')", calls],
  ['modules/a/b.ts', "new WebSocket('wss://example.com')", calls],
  ['modules/a/b.ts', "import { nodeHttp } from '../../ground/node-http.ts'", calls],
  ['http/b.ts', "import { STATUS_CODES } from 'node:http'", clients],
  ['modules/core/b.ts', "import { createTransport } from 'nodemailer'", mails],
  ['modules/core/b.ts', "const { ImapFlow } = await import('imapflow')", mails],
  ['modules/a/b.ts', 'await tx.run(sql`update ${sql.table(name)} set a = 1`)', writes],
  ['live/b.ts', 'await tx.run(sql`with x as (select 1) insert into ${table} select * from x`)', writes],
  ['modules/a/b.ts', 'await engine.rows(model).insert(tx, row)', writes],
  ['modules/a/b.ts', 'const rows = engine.rows(model)\nawait rows.remove(tx, 1)', writes],
  ['entity/b.ts', "const mark = engine.store.dialect.name === 'sqlite' ? '?' : '$1'", database],
  ['entity/b.ts', "const { dialect } = store\nif (dialect.name === 'postgres') run()", database],
  ['store/b.ts', "new Worker(new URL('./a.ts', import.meta.url))", threads],
])('%s may not contain %s', (file, content, reason) => {
  const root = makeTree({ [`apps/server/src/${file}`]: content })
  expect(ownWays(root)).toEqual([expect.stringMatching(`^apps/server/src/${file}:\\d ${reason}`)])
})

test.each([
  ['modules/a/b.ts', "import type { Server } from 'node:http'\nimport { type Socket, isIP } from 'node:net'"],
  ['outward/b.ts', "import https from 'node:https'"],
  ['modules/email/b.ts', "const { createTransport } = await import('nodemailer')"],
  ['outbox/b.ts', "await import('nodemailer/lib/mail-composer')"],
  ['modules/a/b.ts', 'await tx.run(sql`update outbox set state = ${state} where rid = ${rid}`)'],
  ['entity/b.ts', 'await tx.run(sql`delete from ${table} where rid = ${rid}`)'],
  ['modules/a/b.ts', 'engine.rows(model).byId(tx, id)\nnames.insert(name)\nhash.update(text)'],
  ['modules/a/b.test.ts', "await fetch('http://127.0.0.1')"],
])('%s may contain %s', (file, content) => {
  expect(ownWays(makeTree({ [`apps/server/src/${file}`]: content }))).toEqual([])
})

test('the server has one way out, and one way of a write', () => {
  expect(ownWays(path.resolve(import.meta.dirname, '..'))).toEqual([])
})
