import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { importLimits, limits, workLimits } from '@tavla/contract'
import { loadFieldTypes } from '@tavla/fields/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { logLines } from '../../apps/console/src/logs/log-lines.ts'
import { projectTabs } from '../../apps/console/src/project/tabs.ts'
import { helpText } from '../../apps/server/src/cli/help.ts'
import { optionTexts } from '../../apps/server/src/cli/options.ts'
import { makeDrivers } from '../../apps/server/src/modules/hq/drivers.ts'
import { defaultTiming } from '../../apps/server/src/modules/hq/hq.ts'
import { makeTestSite, type TestSite } from '../../apps/server/src/testing/test-site.ts'
import { timing } from '../../packages/client/src/timing.ts'
import { listSizes } from '../../packages/entity-ui/src/list/list-sizes.ts'
import { uploadDefaults } from '../../packages/entity-ui/src/upload/upload-defaults.ts'
import { dragDuration } from '../../packages/fields/src/table/ui-row-sorter.ts'
import { readPages } from './pages.ts'
import { Program } from './program.ts'

const root = path.resolve(import.meta.dirname, '../..')
const pages = readPages(root)
const program = new Program(root)

/** Rows of the table below a heading of a page; `first` names its first column. */
function rowsOf(page: string, heading: string, first?: string): readonly (readonly string[])[] {
  const found = pages
    .get(page)
    ?.tables.filter((table) => table.heading === heading && (first === undefined || table.columns[0] === first))
  if (found?.length !== 1)
    throw new Error(`${page}.md has ${found?.length ?? 'no page with'} such tables below ${heading}`)
  return found[0]?.rows ?? []
}

/** The first column of a table. */
const namesOf = (page: string, heading: string, first?: string) =>
  rowsOf(page, heading, first).map(([name = '']) => name)

/** Expects the table to name everything in the program once, and nothing else. */
function expectSame(listed: readonly string[], known: readonly string[]): void {
  expect([...listed].sort()).toEqual([...known].sort())
}

interface Definition {
  id: string
  app_name: string
  type: string
  fields: { fieldname: string; options?: string; default?: string }[]
  permissions?: Record<string, string | number>[]
}

const definitions = globSync('apps/server/src/modules/*/entities/*.json', { cwd: root }).map(
  (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Definition,
)

const fieldsOf = (entity: string) => definitions.find(({ id }) => id === entity)?.fields ?? []

const optionsOf = (entity: string, fieldname: string) => {
  const { options = '' } = fieldsOf(entity).find((field) => field.fieldname === fieldname) ?? {}
  return options.split('\n').filter(Boolean)
}

describe('metadata.md', () => {
  test.each([
    ['Definition', 'Key', 'EntityDefinition'],
    ['Field', 'Key', 'FieldDefinition'],
    ['State', 'Key', 'StateDefinition'],
    ['Permission rule', 'Key', 'PermissionDefinition'],
    ['Meta', 'Key', 'Meta'],
    ['Meta', 'Key of doc_meta', 'DocMeta'],
    ['Meta', 'Key of a field', 'FieldMeta'],
    ['Behaviours', 'Key', 'Behaviour'],
  ])('%s: %s lists the keys of %s', (heading, first, name) => {
    expectSame(namesOf('metadata', heading, first), program.keysOfInterface(name))
  })

  test('the field types, how they are stored, and what the list searches', async () => {
    const types = [...(await loadFieldTypes()).values()].map(({ type, kind, length, searchable, needsOptions }) =>
      [type, kind, length === null ? '' : number(length), searchable ? 'yes' : '', needsOptions ? 'needed' : ''].join(),
    )
    const listed = rowsOf('metadata', 'Field types').map(([type, kind, length, searched, options = '']) =>
      [type, kind, length, searched, options.startsWith('needed:') ? 'needed' : ''].join(),
    )
    expectSame(listed, types)
  })

  test('the naming rules are the options of an entity', () => {
    expectSame(namesOf('metadata', 'Naming rules'), optionsOf('Entity', 'naming_rule'))
  })

  test('the built-in entities and their rights equal the definitions', () => {
    const listed = rowsOf('metadata', 'Built-in entities').map((row) => row.join(' | '))
    expectSame(
      listed,
      definitions.map(({ id, app_name, type, permissions = [] }) =>
        [id, app_name, type, permissions.map(rightsText).join('; ')].join(' | '),
      ),
    )
  })
})

function rightsText(rule: Record<string, string | number>): string {
  const rights = ['read', 'write', 'create', 'delete'].filter((right) => rule[right] === 1)
  const level = rule.permlevel === 1 ? ' level 1' : ''
  return `${rule.role}${level}: ${rights.length === 4 ? 'all' : rights.join(', ')}${rule.if_owner === 1 ? ' own' : ''}`
}

describe('http-api.md, of a started HQ with the sample application', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await makeTestSite({ hq: true })
  })

  test('the routes equal the registered ones, with their methods', async () => {
    const admin = await site.signIn('Administrator')
    const registered = [...site.server.paths.keys()].map(async (url) => {
      const { headers } = await site.call('OPTIONS', addressed(url), { as: admin })
      const methods = String(headers.allow).split(', ')
      return [url, ...methods.filter((method) => method !== 'HEAD' || !methods.includes('GET')).sort()].join(' ')
    })
    const listed = rowsOf('http-api', 'Routes').map(([url, methods = '']) =>
      [url, ...methods.split(', ').sort()].join(' '),
    )
    expectSame(listed, await Promise.all(registered))
  })

  test('the routes open to guests, and to HQ alone, equal the marked ones', async () => {
    for (const [url = '', methods = '', who] of rowsOf('http-api', 'Routes')) {
      for (const method of methods.split(', ')) {
        // Setting a password accepts a key of a mail instead of a session.
        const { status, json } = await site.call(
          method,
          addressed(url),
          method === 'POST' ? { body: { key: 'x' } } : {},
        )
        const isClosed = status === 401 && (method === 'HEAD' || json.message === 'You need to sign in to continue.')
        expect(`${method} ${url}: ${isClosed ? '' : status === 404 && who === 'H' ? 'H' : 'G'}`).toBe(
          `${method} ${url}: ${who}`,
        )
      }
    }
  })

  test('the actions equal the registered ones, with their right and role', () => {
    const registered = site.site.engine.actions.map(({ name, entity, needs, role }) =>
      [name, typeof entity === 'string' ? entity : 'every', needs, role ?? ''].join(),
    )
    const listed = rowsOf('http-api', 'Actions').map(([name, entity = '', needs, role]) =>
      [name, entity.startsWith('every') ? 'every' : entity, needs, role].join(),
    )
    expectSame(listed, registered)
  })

  test('the limits, with their values', () => {
    const listed = rowsOf('http-api', 'Limits').map(([name, value]) => `${name} ${value}`)
    expectSame(
      listed,
      Object.entries({ ...limits, ...importLimits, ...workLimits }).map(([name, value]) => `${name} ${number(value)}`),
    )
  })

  test('the types of errors, each with every status of its throws', () => {
    expectSame(namesOf('http-api', 'Errors'), program.textsOfUnion('ProblemType'))
    const statuses = new Map(rowsOf('http-api', 'Errors').map(([type = '', status = '']) => [type, status.split(', ')]))
    for (const [, status, type = ''] of program.matches(/new Problem\(\s*(\d{3}),\s*'(\w+)'/g)) {
      expect(statuses.get(type), type).toContain(status)
    }
  })

  test('the operators of filters', () => {
    expectSame(namesOf('http-api', 'Filters'), program.constant('operators', 'apps/server/src/entity/'))
  })
})

/** A route's address with values for its parameters. */
const addressed = (url: string) => url.replace(/:\w+/g, 'x').replace('*', 'x')

describe('live-events.md', () => {
  test('the events that a client may send', () => {
    expectSame(namesOf('live-events', 'Events from the client'), program.constant('handlers', 'apps/server/src/live/'))
  })

  test('the events that the server sends', () => {
    expectSame(namesOf('live-events', 'Events from the server'), program.keysOfInterface('ServerEvents'))
  })
})

describe('conversations.md', () => {
  test.each([
    ['Communications', 'status', 'Communication', 'status'],
    ['Communications', 'delivery_status', 'Communication', 'delivery_status'],
    ['Sending mail', 'status of Email Queue', 'Email Queue', 'status'],
    ['Sending WhatsApp', 'status of Whatsapp Message', 'Whatsapp Message', 'status'],
  ])('%s: %s lists the values of %s', (heading, first, entity, fieldname) => {
    expectSame(namesOf('conversations', heading, first), optionsOf(entity, fieldname))
  })

  test('the states of the outbox', () => {
    expectSame(namesOf('conversations', 'Outbox'), program.textsOfUnion('OutboxState'))
  })
})

describe('hosting.md', () => {
  test('the states of a project', () => {
    expectSame(namesOf('hosting', 'Project states'), optionsOf('Project', 'status'))
  })

  test('the fields of projects and servers', () => {
    const names = (entity: string) => fieldsOf(entity).map(({ fieldname }) => fieldname)
    expectSame(namesOf('hosting', 'Project'), names('Project'))
    expectSame(namesOf('hosting', 'Server'), names('Server'))
  })

  test('a server chooses from the existing drivers', () => {
    expectSame(optionsOf('Server', 'driver'), [...makeDrivers().keys()])
  })

  test('the timing of HQ', () => {
    const listed = rowsOf('hosting', 'Timing').map(([name, value]) => `${name} ${value}`)
    expectSame(
      listed,
      Object.entries(defaultTiming).map(([name, value]) => `${name} ${numbers(value)}`),
    )
  })

  test('the members of a driver, the questions of the control socket, the claims of a token', () => {
    expectSame(namesOf('hosting', 'Driver'), program.keysOfInterface('HostingDriver'))
    expectSame(namesOf('hosting', 'Control socket'), program.argumentKeys('openControl', 2))
    expectSame(namesOf('hosting', 'Operator sign-in'), program.keysOfInterface('LoginClaims'))
  })
})

describe('configuration.md', () => {
  test('the options and their variables equal those of the command', () => {
    const named = [...helpText().matchAll(/--[a-z-]+/g)].map(([option]) => option)
    const options = [...new Set([...named, '--help'])]
    const variables = new Map(optionTexts.map(([option, variable]) => [`--${option}`, variable]))
    const listed = rowsOf('configuration', 'Options').map(([option, variable]) => `${option} ${variable}`)
    expectSame(
      listed,
      options.map((option) => `${option} ${variables.get(option as never) ?? ''}`),
    )
  })

  test('the keys of the configuration file', () => {
    expectSame(namesOf('configuration', 'Configuration file'), program.keysOfInterface('ConfigFile'))
  })

  test('the settings of a site and their defaults', () => {
    const listed = rowsOf('configuration', 'Settings').map(([name, value]) => `${name} ${value}`)
    expectSame(
      listed,
      fieldsOf('System Settings').map((field) => `${field.fieldname} ${field.default ?? ''}`),
    )
  })

  test('the variables of development are all read by the code', () => {
    const files = globSync(['{apps,packages}/*/{src/,}**/*.ts', '{scripts,bench,e2e}/**/*.ts', '*.ts'], {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    })
    const read = files.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/process\.env\.([A-Z][A-Z_0-9]+)\b(?! =)/g)].map(
        ([, name = '']) => name,
      ),
    )
    const ofSystem = [
      'PATH',
      'NODE_OPTIONS',
      'NODE_COMPILE_CACHE',
      'LD_LIBRARY_PATH',
      'TMPDIR',
      'USER',
      'PG_BIN',
      ...optionTexts.map(([, variable]) => variable),
    ]
    expectSame(
      namesOf('configuration', 'Variables of development'),
      [...new Set(read)].filter((name) => !ofSystem.includes(name)),
    )
  })
})

test('screens.md: the tabs of a project in the console, in their order', () => {
  expect(namesOf('screens', 'Console tabs')).toEqual(projectTabs.map(({ tab }) => tab))
})

test('screens.md: the constants of the screens, with their values', () => {
  const listed = rowsOf('screens', 'Screen constants').map(([name, value]) => `${name} ${value}`)
  expectSame(
    listed,
    Object.entries({ ...timing, ...listSizes, ...prefixed('upload', uploadDefaults), dragDuration, logLines }).map(
      ([name, value]) => `${name} ${numbers(value)}`,
    ),
  )
})

/** Constants of one part, with the part's name as a prefix, as on the page. */
const prefixed = <T>(part: string, constants: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [`${part}${name[0]?.toUpperCase()}${name.slice(1)}`, value]),
  )

/** Digits in groups of three, as on the pages. */
const number = (value: number) => value.toLocaleString('en-US')

const numbers = (value: number | readonly number[]) => [value].flat().map(number).join('; ')
