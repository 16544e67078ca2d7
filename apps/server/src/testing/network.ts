import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSite, type RunningSite } from '../app.ts'
import { readSiteConfig, type SiteOptions } from '../config/site-config.ts'
import { createRecord, systemContext } from '../entity/index.ts'

/** A whole site in a folder of its own, listening on a free port: for sockets, streams and restarts. */
export interface ListeningSite extends RunningSite {
  readonly dir: string
  readonly url: string
  /** Creates a user with these roles and signs them in; resolves to the Cookie header. */
  signIn(user: string, roles?: readonly string[]): Promise<string>
  /** Closes the site and opens it again on the same data. */
  restart(): Promise<ListeningSite>
  remove(): Promise<void>
}

/** Starts a site with app `sample`, without limits of calls; `dir` reopens an earlier one. */
export async function startListeningSite(options: SiteOptions & { dir?: string } = {}): Promise<ListeningSite> {
  const { dir = mkdtempSync(join(tmpdir(), 'tavla-site-')), ...others } = options
  const passwords = { adminPassword: 'admin-password', demoPassword: 'demo-password' }
  const running = await createSite(
    readSiteConfig(dir, { sample: true, port: 0, rateLimit: 0, ...passwords, ...others }),
  )
  const url = (await running.listen()).replace('localhost', '127.0.0.1')
  return {
    ...running,
    dir,
    url,
    signIn: (user, roles) => signIn(running, user, roles),
    async restart() {
      await running.close()
      return startListeningSite({ dir, ...others })
    },
    async remove() {
      await running.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function signIn({ site }: RunningSite, user: string, roles: readonly string[] = ['Staff']): Promise<string> {
  const { engine, sessions, config } = site
  if (!(await engine.rows(engine.models.require('User')).exists(engine.store, user))) {
    const body = { email: user, full_name: user.split('@')[0], roles: roles.map((role) => ({ role })) }
    await createRecord(engine, systemContext(engine), 'User', body)
  }
  const { token } = await sessions.create(user, { ip: '127.0.0.1', userAgent: 'test' }, 'Password')
  return `${config.cookieName}=${token}`
}
