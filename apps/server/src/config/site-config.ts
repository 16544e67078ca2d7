import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { originOf, withLoopbackForms } from '../ground/origins.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import { StartError } from '../ground/start-error.ts'
import { isTimeZone } from '../ground/time-zone.ts'

/**
 * The settings of a site, from its configuration file, options and variables (reference: configuration, Configuration
 * file).
 */
export interface SiteConfig {
  /** Data folder: `config.json`, `site.key`, `store/`, `files/`, `outbox/`, `logs/`. */
  readonly dir: string
  readonly siteId: string
  readonly apps: readonly string[]
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Origin that people open; links, cookies and origin checks use it. Follows the bound port unless it was given. */
  publicUrl: string
  readonly publicUrlGiven: boolean
  /** HQ may replace them while the site runs. */
  readonly allowedOrigins: Set<string>
  /** Name of the session's cookie. */
  readonly cookieName: string
  readonly cookieSameSite: 'Lax' | 'None'
  /** `postgres://…`; undefined means SQLite in the data folder. */
  readonly databaseUrl: string | undefined
  /** Addresses of proxies whose forwarded headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Calls per minute of one session, and of one guest address; 0 means no limit. */
  readonly rateLimit: number
  readonly guestRateLimit: number
  /** The server log goes to stdout, where a container's runtime keeps it, instead of a file. */
  readonly logToStdout: boolean
  readonly defaultLanguage: 'en' | 'he'
  readonly timeZone: string
  readonly adminEmail: string | undefined
  /** First start only. */
  readonly adminPassword: string | undefined
  readonly demoPassword: string | undefined
  /** Whether app `sample` brings people, too. */
  readonly hasDemoPeople: boolean
  /** Proves calls from HQ. */
  readonly instanceSecret: string
  /** The site has run before, so its records must exist, whatever its folder says. */
  readonly hasRecords: boolean
  /** HQ alone writes here for what the project is used; nothing inside the site changes it. */
  readonly environment: Environment | undefined
  /** `nobody`: no message leaves but to the recipients of `reachOnly`, whatever the settings say. */
  readonly reach: 'people' | 'nobody'
  readonly reachOnly: readonly string[]
  /** The keys that seal Password fields; stored outside the database. */
  readonly siteKeys: SiteKeys
  /** File of HQ's backup key, which must exist; undefined: `backup.key` in the data folder, made when missing. */
  readonly backupKeyFile: string | undefined
}

const environments = ['Development', 'Production', 'Staging', 'Demo'] as const
export type Environment = (typeof environments)[number]

export interface SiteKeys {
  /** 32 bytes. */
  readonly current: Buffer
  /** The new key during a rotation: secrets sealed from then on use it. */
  readonly next?: Buffer | undefined
}

/** The settings given by options and variables; for undefined ones the configuration file decides, then the default. */
export interface SiteOptions {
  siteId?: string | undefined
  /** App `hq`: the site manages hosted projects. */
  hq?: boolean | undefined
  sample?: boolean | undefined
  host?: string | undefined
  port?: number | undefined
  publicUrl?: string | undefined
  allowedOrigins?: readonly string[] | undefined
  databaseUrl?: string | undefined
  rateLimit?: number | undefined
  adminPassword?: string | undefined
  demoPassword?: string | undefined
  backupKeyFile?: string | undefined
}

/** The configuration file in the data folder. */
interface ConfigFile {
  site: string
  apps: string[]
  host?: string
  port?: number
  public_url?: string
  allowed_origins?: string[]
  cookie_name?: string
  cookie_same_site?: 'Lax' | 'None'
  database?: string
  trusted_proxies?: string[]
  rate_limit?: number
  guest_rate_limit?: number
  log_to_stdout?: boolean
  default_language?: 'en' | 'he'
  time_zone?: string
  admin_email?: string
  admin_password?: string
  demo_password?: string
  demo_people?: boolean
  has_records?: boolean
  environment?: Environment
  reach?: 'people' | 'nobody'
  reach_only?: string[]
  instance_secret: string
}

/**
 * Reads the configuration of the site in `dir`, and creates its files on first use. Options override the file.
 * @throws StartError when the folder can't be written or the file can't be parsed
 */
export function readSiteConfig(dir: string, options: SiteOptions = {}): SiteConfig {
  const folder = resolve(dir)
  makeSiteFolders(folder)
  return configOf(folder, readConfigFile(folder, options), options)
}

/** As `readSiteConfig`, for a site that is there: nothing is written. @throws StartError */
export function readExistingConfig(dir: string, options: SiteOptions = {}): SiteConfig {
  const folder = resolve(dir)
  const path = join(folder, 'config.json')
  if (!existsSync(path)) throw new StartError(`There is no site in ${folder}.`)
  return configOf(folder, parseConfigFile(path), options)
}

function configOf(folder: string, file: ConfigFile, options: SiteOptions): SiteConfig {
  const port = options.port ?? file.port ?? 8080
  const publicUrl = options.publicUrl ?? file.public_url
  const rateLimit = options.rateLimit ?? file.rate_limit ?? 3000
  return {
    dir: folder,
    siteId: file.site,
    apps: file.apps,
    host: options.host ?? file.host ?? '127.0.0.1',
    port,
    publicUrl: publicUrl === undefined ? `http://localhost:${port}` : requireOrigin(publicUrl, 'public URL'),
    publicUrlGiven: publicUrl !== undefined,
    allowedOrigins: new Set(
      (options.allowedOrigins ?? file.allowed_origins ?? [])
        .map((origin) => requireOrigin(origin, 'allowed origin'))
        .flatMap(withLoopbackForms),
    ),
    cookieName: cookieNameFor(publicUrl, file.cookie_name ?? 'sid'),
    cookieSameSite: file.cookie_same_site ?? 'Lax',
    databaseUrl: options.databaseUrl ?? file.database,
    trustedProxies: file.trusted_proxies ?? [],
    rateLimit,
    guestRateLimit: rateLimit === 0 ? 0 : (file.guest_rate_limit ?? 120),
    logToStdout: file.log_to_stdout ?? false,
    defaultLanguage: file.default_language ?? 'en',
    timeZone: file.time_zone ?? 'Asia/Jerusalem',
    adminEmail: file.admin_email,
    adminPassword: options.adminPassword ?? file.admin_password,
    demoPassword: options.demoPassword ?? file.demo_password,
    hasDemoPeople: file.demo_people ?? true,
    instanceSecret: file.instance_secret,
    hasRecords: file.has_records ?? false,
    environment: file.environment,
    reach: file.environment === 'Staging' ? 'nobody' : (file.reach ?? 'people'),
    reachOnly: file.reach_only ?? [],
    siteKeys: readSiteKeys(folder),
    backupKeyFile: options.backupKeyFile,
  }
}

/** With the prefix, browsers accept the cookie only over https and from this host. */
const cookieNameFor = (publicUrl: string | undefined, name: string) =>
  publicUrl?.startsWith('https:') ? `__Host-${name}` : name

export const keyFile = 'site.key'
/** The new key of a rotation under way. */
export const nextKeyFile = 'site.key.new'

/** Creates a new key, 32 bytes as base64, in a file that only its owner may read. */
export function writeSiteKey(dir: string, name: string): void {
  writePrivateFile(join(dir, name), `${randomBytes(32).toString('base64')}\n`)
}

/** Writes a file that only its owner may read, completely or not at all. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  renameSync(draft, path)
}

/** Makes the folders that a site writes to, in `dir`. @throws StartError when it can't be written */
export function makeSiteFolders(dir: string): void {
  try {
    makePrivateFolder(dir)
    for (const name of ['store', 'files/public', 'files/private', 'outbox', 'logs']) {
      makePrivateFolder(join(dir, name))
    }
    const probe = join(dir, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new StartError(`The data folder ${dir} cannot be written (${codeOf(error)}).`)
  }
}

/** Writes the key before the file that marks the first use as done, so that an interrupted start begins again. */
function readConfigFile(dir: string, options: SiteOptions): ConfigFile {
  const path = join(dir, 'config.json')
  if (existsSync(path)) {
    const file = parseConfigFile(path)
    const missing = wantedApps(options).filter((app) => !file.apps.includes(app))
    if (missing.length === 0) return file
    const withApps = { ...file, apps: [...file.apps, ...missing] }
    writePrivateFile(path, `${JSON.stringify(withApps, null, 2)}\n`)
    return withApps
  }
  if (!existsSync(join(dir, keyFile))) writeSiteKey(dir, keyFile)
  const file: ConfigFile = {
    site: options.siteId ?? siteIdFrom(basename(dir)),
    apps: wantedApps(options),
    ...(options.publicUrl === undefined ? {} : { public_url: requireOrigin(options.publicUrl, 'public URL') }),
    allowed_origins: [...(options.allowedOrigins ?? [])],
    cookie_name: 'sid',
    instance_secret: randomBytes(32).toString('base64url'),
  }
  writePrivateFile(path, `${JSON.stringify(file, null, 2)}\n`)
  return file
}

function wantedApps({ hq, sample }: SiteOptions): string[] {
  return ['platform', ...(hq ? ['hq'] : []), ...(sample ? ['sample'] : [])]
}

function parseConfigFile(path: string): ConfigFile {
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartError(`The configuration file ${path} cannot be read (${codeOf(error)}).`)
  }
  const file = parsed as Partial<Record<keyof ConfigFile, unknown>> | null
  const wrong = configRules.find(([key, isRight]) => !isRight(file?.[key]))
  if (wrong) throw new StartError(`The configuration file ${path} has no valid "${wrong[0]}".`)
  return parsed as ConfigFile
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isNumber = (value: unknown) => Number.isInteger(value) && (value as number) >= 0
const isList = (value: unknown) => Array.isArray(value) && value.every(isText)
const orAbsent = (isRight: (value: unknown) => boolean) => (value: unknown) => value === undefined || isRight(value)
const oneOf = (...values: string[]) => orAbsent((value) => values.includes(value as string))

const configRules: readonly (readonly [keyof ConfigFile, (value: unknown) => boolean])[] = [
  ['site', isText],
  ['apps', (value) => isList(value) && (value as string[]).includes('platform')],
  ['instance_secret', isText],
  ['host', orAbsent(isText)],
  ['port', orAbsent((value) => isNumber(value) && (value as number) <= 65_535)],
  ['public_url', orAbsent(isText)],
  ['allowed_origins', orAbsent(isList)],
  ['cookie_name', orAbsent((value) => typeof value === 'string' && /^[\w-]+$/.test(value))],
  ['cookie_same_site', oneOf('Lax', 'None')],
  ['database', orAbsent(isText)],
  ['trusted_proxies', orAbsent(isList)],
  ['rate_limit', orAbsent(isNumber)],
  ['guest_rate_limit', orAbsent(isNumber)],
  ['log_to_stdout', orAbsent((value) => typeof value === 'boolean')],
  ['default_language', oneOf('en', 'he')],
  ['time_zone', orAbsent(isTimeZone)],
  ['admin_email', orAbsent(isText)],
  ['admin_password', orAbsent(isText)],
  ['demo_password', orAbsent(isText)],
  ['environment', oneOf(...environments)],
  ['reach', oneOf('people', 'nobody')],
  ['reach_only', orAbsent(isList)],
  ['has_records', orAbsent((value) => typeof value === 'boolean')],
]

/** During a key rotation there are two keys; secrets may be sealed with either. */
function readSiteKeys(dir: string): SiteKeys {
  const next = join(dir, nextKeyFile)
  return { current: readSiteKey(join(dir, keyFile)), next: existsSync(next) ? readSiteKey(next) : undefined }
}

function readSiteKey(path: string): Buffer {
  let key: Buffer
  try {
    key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  } catch (error) {
    throw new StartError(`The site key ${path} cannot be read (${codeOf(error)}).`)
  }
  if (key.length !== 32) throw new StartError(`The site key ${path} is damaged: it must hold 32 bytes as base64.`)
  return key
}

function requireOrigin(address: string, what: string): string {
  const origin = originOf(address)
  if (origin === undefined) throw new StartError(`The ${what} "${address}" is not an http or https address.`)
  return origin
}

function siteIdFrom(name: string): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return id || 'site'
}

/** The system's error code (`EACCES`), otherwise the message. */
function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
