import { parseArgs } from 'node:util'
import type { SiteOptions } from '../config/site-config.ts'
import { StartError } from '../ground/start-error.ts'
import type { ResetWishes } from './reset-password.ts'

export interface Command {
  name: 'start' | 'site' | 'rotate-key' | 'check' | 'reset-password' | 'doctor' | 'settle-clone' | 'help'
  /** Data folder. */
  dir: string
  /** A configuration file outside the data folder, whose settings take precedence over the folder's own. */
  config?: string | undefined
  demo: boolean
  /** Begins with an empty site if the records of a used folder are missing. */
  isNew: boolean
  /** Of `site`: only its control socket answers, and nothing leaves it (reference: hosting, Quiet sites). */
  isQuiet: boolean
  options: SiteOptions
  /** Flags of `check`. */
  check?: { isJson: boolean; isDeep: boolean; isRepair: boolean }
  /** Of `reset-password`. */
  reset?: ResetWishes
}

/** Every option and its environment variable (reference: configuration, Options); the option takes precedence. */
export const optionTexts = [
  ['data', 'DATA_DIR', 'DIR', 'data folder of `tavla start` (./data)'],
  ['port', 'PORT', 'N', 'HTTP and socket port; 0 takes a free one (8000 for start, 8080 for site)'],
  ['host', 'HOST', 'ADDR', 'address to listen on (127.0.0.1)'],
  ['public-url', 'PUBLIC_URL', 'URL', 'address people use (http://localhost:<port>)'],
  ['allowed-origins', 'ALLOWED_ORIGINS', 'LIST', 'other origins that may call with credentials'],
  ['database', 'DATABASE_URL', 'URL', 'postgres://… keeps all records there (SQLite in the data folder)'],
  [
    'admin-password',
    'ADMIN_PASSWORD',
    'TEXT',
    'first start: password of Administrator (generated, in admin-password.txt)',
  ],
  ['rate-limit', 'RATE_LIMIT', 'N', 'calls a minute for one session; 0 means no limit (3000)'],
  ['config', 'CONFIG_FILE', 'FILE', 'settings that go before those of the data folder, kept by whoever runs it'],
  [
    'backup-key',
    'BACKUP_KEY_FILE',
    'FILE',
    'of start: file of the backup key, which must be there (<data>/backup.key)',
  ],
  ['demo-password', 'DEMO_PASSWORD', 'TEXT', 'first start: password of the sample users (generated, printed)'],
] as const

type OptionName = (typeof optionTexts)[number][0]

/** Reads the command line and the environment. @throws StartError with one sentence for anything unknown or invalid */
export function readCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parse(args)
  const [word = 'help', ...rest] = positionals
  if (values.help || word === 'help') return { name: 'help', dir: '', ...plain, options: {} }
  const name = commands.find((known) => known === word)
  if (!name) throw new StartError(`"${word}" is not a command of tavla; "tavla help" lists them.`)
  const settingOf = (option: OptionName) => {
    const variable = optionTexts.find(([known]) => known === option)?.[1] ?? ''
    return values[option] ?? (environment[variable] || undefined)
  }
  if (name === 'reset-password' || name === 'doctor') {
    const [user = '', ...more] = rest
    const isReset = name === 'reset-password'
    if (isReset && (user === '' || more.length > 0))
      throw new StartError(`"tavla ${name}" needs one argument: the user.`)
    if (!isReset && rest.length > 0) throw new StartError(`"tavla ${name}" takes no argument "${rest[0]}".`)
    refuseForeign(name, values, ['data', 'database', ...(isReset ? ['site', 'project'] : ['port'])])
    const { site, project } = values
    if (site !== undefined && (project ?? values.data) !== undefined)
      throw new StartError(`"tavla ${name}" takes --site alone, not with --project or --data.`)
    const port = numberOf('port', settingOf('port'), 65_535)
    const options = { databaseUrl: settingOf('database'), port }
    return { name, dir: settingOf('data') ?? './data', ...plain, options, reset: { user, site, project } }
  }
  if (name === 'rotate-key' || name === 'check' || name === 'settle-clone') {
    const [dir, ...more] = rest
    if (dir === undefined || more.length > 0)
      throw new StartError(`"tavla ${name}" needs one argument: the data folder.`)
    refuseForeign(
      name,
      values,
      name === 'check' ? ['database', ...checkFlags] : name === 'rotate-key' ? ['database'] : [],
    )
    const { json = false, deep = false, repair = false } = values
    const check = { isJson: json, isDeep: deep, isRepair: repair }
    return { name, dir, ...plain, options: { databaseUrl: settingOf('database') }, check }
  }
  const foreign = otherFlags.find((flag) => values[flag] !== undefined)
  if (foreign) throw new StartError(`"tavla ${name}" takes no option --${foreign}.`)
  if (name === 'start' && rest.length > 0) throw new StartError(`"tavla start" takes no argument "${rest[0]}".`)
  if (name === 'start' && values.sample) throw new StartError('"tavla start" takes no option --sample.')
  if (name === 'start' && values.quiet) throw new StartError('"tavla start" takes no option --quiet.')
  if (name === 'site' && values['no-demo']) throw new StartError('"tavla site" takes no option --no-demo.')
  if (name === 'site' && values.data !== undefined)
    throw new StartError('"tavla site" takes its folder as an argument, not as --data.')
  if (name === 'site' && rest.length !== 1) throw new StartError('"tavla site" needs one argument: the data folder.')
  const demo = name === 'start' ? !values['no-demo'] : values.sample === true
  const options: SiteOptions = {
    siteId: name === 'start' ? 'hq' : undefined,
    hq: name === 'start',
    sample: demo,
    host: settingOf('host'),
    port: numberOf('port', settingOf('port'), 65_535) ?? (name === 'start' ? 8000 : undefined),
    publicUrl: settingOf('public-url'),
    allowedOrigins: settingOf('allowed-origins')
      ?.split(/[\s,]+/)
      .filter(Boolean),
    databaseUrl: settingOf('database'),
    rateLimit: numberOf('rate-limit', settingOf('rate-limit'), 1_000_000_000),
    adminPassword: settingOf('admin-password'),
    demoPassword: settingOf('demo-password'),
    backupKeyFile: settingOf('backup-key'),
  }
  const dir = name === 'site' ? (rest[0] as string) : (settingOf('data') ?? './data')
  return {
    name,
    dir,
    config: settingOf('config'),
    demo,
    isNew: values.new === true,
    isQuiet: values.quiet === true,
    options,
  }
}

/** Flags of `start` and `site` as the other commands have them. */
const plain = { demo: false, isNew: false, isQuiet: false }

/** Flags of `check` alone. */
const checkFlags = ['json', 'deep', 'repair'] as const
const otherFlags = [...checkFlags, 'site', 'project'] as const

const commands = ['start', 'site', 'rotate-key', 'check', 'reset-password', 'doctor', 'settle-clone'] as const

/** @throws StartError for an option that the command does not take */
function refuseForeign(name: string, values: object, taken: readonly string[]): void {
  const foreign = Object.keys(values).find((option) => !taken.includes(option))
  if (foreign !== undefined) throw new StartError(`"tavla ${name}" takes no option --${foreign}.`)
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: text,
        port: text,
        host: text,
        'public-url': text,
        'allowed-origins': text,
        database: text,
        config: text,
        'admin-password': text,
        'rate-limit': text,
        'demo-password': text,
        'backup-key': text,
        'no-demo': flag,
        sample: flag,
        new: flag,
        quiet: flag,
        json: flag,
        deep: flag,
        repair: flag,
        site: text,
        project: text,
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ')
    throw new StartError(`${sentence.replace(/\.?$/, '.')} "tavla help" lists the options.`)
  }
}

function numberOf(option: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  if (!(number <= max)) throw new StartError(`--${option} must be a whole number from 0 to ${max}, not "${text}".`)
  return number
}
