import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { createRecord, systemContext, updateRecord } from '../../entity/index.ts'
import { proxyFor } from '../../testing/before.ts'
import { type ListeningSite, startListeningSite } from '../../testing/network.ts'
import type { UploadAnswer } from './present.ts'

type Call = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

export const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

/** A listening site for tests of files, with cookies of its users and calls. */
export function fileTests() {
  let running: ListeningSite | undefined
  const site = proxyFor(() => running)
  /** Cookies; `bare` is signed in without a role. */
  const people = { dana: '', noa: '', manager: '', bare: '' }
  beforeAll(async () => {
    running = await startListeningSite()
    people.dana = await site.signIn('dana@example.com')
    people.noa = await site.signIn('noa@example.com')
    people.manager = await site.signIn('boss@example.com', ['System Manager'])
    people.bare = await site.signIn('bare@example.com', [])
    await removeRoles('bare@example.com')
  })
  afterAll(() => site.remove())

  const restart = async () => {
    running = await site.restart()
    people.dana = await site.signIn('dana@example.com')
  }
  const admin = () => systemContext(site.site.engine)
  const removeRoles = (user: string) =>
    updateRecord(site.site.engine, admin(), 'User', user, { roles: [], role_profiles: [] })
  const call = (cookie: string, path: string, { headers, ...init }: Call = {}) =>
    fetch(`${site.url}${path}`, { ...init, headers: { cookie, ...headers } })
  const newContact = () => createRecord(site.site.engine, admin(), 'Contact', { contact_name: 'Noa' })
  const listing = (folder: string) => readdirSync(join(site.dir, 'files', folder))

  function send(cookie: string, content: string | Buffer, fields: Record<string, string> = {}, partName = 'part.bin') {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), partName)
    return call(cookie, '/api/files', { method: 'POST', body: form })
  }

  async function upload(
    cookie: string,
    content: string | Buffer,
    fields: Record<string, string> = {},
  ): Promise<UploadAnswer> {
    const answer = await send(cookie, content, fields)
    expect(answer.status).toBe(200)
    return (await answer.json()) as UploadAnswer
  }
  const remove = (cookie: string, entity: string, id: string) =>
    call(cookie, `/api/entity/${entity}/${id}`, { method: 'DELETE' })
  const emptyTrash = async (entity: string) => {
    const body = JSON.stringify({ entity })
    const headers = { 'content-type': 'application/json' }
    expect((await call(people.manager, '/api/app/empty_trash', { method: 'POST', headers, body })).status).toBe(200)
  }
  return { emptyTrash, site, people, restart, admin, removeRoles, call, newContact, listing, send, upload, remove }
}
