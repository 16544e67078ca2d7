import path from 'node:path'
import { expect, test } from 'vitest'
import { brokenArrows } from './arrows.ts'
import { makeTree } from './testing/make-tree.ts'

/** Broken arrows in a small tree of packages with one file of this content. */
function brokenIn(file: string, content: string): string[] {
  const manifest = (name: string, exports: Record<string, string>) => ({ name: `@tavla/${name}`, exports })
  const plain = ['client', 'ui', 'i18n', 'entity-ui', 'app-shell'].map((name) => [
    `packages/${name}/package.json`,
    manifest(name, { '.': './src/index.ts' }),
  ])
  const root = makeTree({
    ...Object.fromEntries(plain),
    'packages/contract/package.json': manifest('contract', { '.': './src/index.ts' }),
    'packages/client/package.json': manifest('client', { '.': './src/index.ts', './listeners': './src/listeners.ts' }),
    'packages/fields/package.json': manifest('fields', { './server': './src/server.ts', './ui': './src/ui.ts' }),
    'apps/desk/package.json': manifest('desk', { '.': './src/main.tsx' }),
    [file]: content,
  })
  return brokenArrows(root)
}

test.each([
  ['apps/server/src/store/sqlite.ts', "import { listRecords } from '../entity/list.ts'", 'store may not import entity'],
  [
    'apps/server/src/entity/write.ts',
    "import { users } from '../modules/core/users.ts'",
    'entity may not import module core',
  ],
  [
    'apps/server/src/modules/email/send.ts',
    "import type { Context } from '../../entity/actor.ts'",
    'module email may not import entity',
  ],
  ['apps/server/src/live/rooms.ts', "import { find } from '../entity/lookup.ts'", 'live may not import entity'],
  [
    'apps/server/src/entity/reading/list.ts',
    "import { newRowId } from '../writing/ids.ts'",
    'entity reading may not import entity writing',
  ],
  [
    'apps/server/src/entity/people/actors.ts',
    "import type { List } from '../reading/list.ts'",
    'entity people may not import entity reading',
  ],
  ['apps/server/src/entity/write.ts', "import type { Rooms } from '../live/rooms.ts'", 'entity may not import live'],
  ['apps/server/src/entity/write.ts', "type S = import('../http/session.ts').Session", 'entity may not import http'],
  ['apps/server/src/http/errors.ts', "import { rooms } from '../live/rooms.ts'", 'http may not import live'],
  ['apps/server/src/live/rooms.ts', "export * from '../modules/core/users.ts'", 'live may not import module core'],
  [
    'apps/server/src/modules/email/send.ts',
    "import { a } from '../core/users.ts'",
    'module email may not import module core',
  ],
  [
    'apps/server/src/modules/email/send.ts',
    "const a = await import('../../http/errors.ts')",
    'module email may not import http',
  ],
  ['apps/server/src/files/store.ts', "import { app } from '../app.ts'", 'files may not import app'],
  ['apps/server/src/config/a.ts', "import { open } from '../store/open.ts'", 'config may not import store'],
  ['apps/server/src/ground/a.ts', "import { open } from '../config/site-config.ts'", 'ground may not import config'],
  ['apps/server/src/loose.ts', 'export {}', 'stands in no room'],
  ['apps/server/src/http/a.ts', "new Worker(new URL('../cli/worker.ts', import.meta.url))", 'http may not import cli'],
  ['apps/server/src/helpers/text.ts', 'export {}', 'stands in no room'],
  ['apps/server/src/entity/a.ts', "import { x } from '@tavla/fields/ui'", 'entity may not import fields ui'],
  ['apps/server/src/entity/a.ts', "import { useState } from 'react'", 'entity may not import react'],
  ['packages/fields/src/int/int.server.ts', "import { Input } from '@tavla/ui'", 'fields server may not import ui'],
  ['packages/fields/src/int/int.server.ts', "import { t } from '@tavla/i18n'", 'fields server may not import i18n'],
  ['packages/fields/src/int/int.ui.tsx', "import int from './int.server.ts'", 'fields ui may not import fields server'],
  ['packages/fields/src/parse.ts', "import { request } from '@tavla/client'", 'fields may not import client'],
  ['packages/client/src/listeners.ts', "import { limits } from '@tavla/contract'", 'listeners may not import contract'],
  ['packages/ui/src/Button.tsx', "import { createClient } from '@tavla/client'", 'ui may not import client'],
  ['packages/client/src/request.ts', "import { readFileSync } from 'node:fs'", 'client may not import node:fs'],
  ['packages/client/src/request.ts', "import { readFileSync } from 'fs'", 'client may not import fs'],
  ['packages/client/src/request.ts', "import { useState } from 'react'", 'client may not import react'],
  ['packages/ui/src/Button.tsx', "import { t } from '@tavla/i18n'", 'ui may not import i18n'],
  ['packages/i18n/src/index.ts', "import type { Message } from '@tavla/contract'", 'i18n may not import contract'],
  ['packages/entity-ui/src/Form.tsx', "import { main } from '@tavla/desk'", 'entity-ui may not import desk'],
  [
    'packages/entity-ui/src/Form.tsx',
    "import { parse } from '@tavla/fields/server'",
    'entity-ui may not import fields server',
  ],
  ['packages/entity-ui/src/Form.tsx', "import { a } from '@tavla/ui/src/a'", 'is not exported by its package'],
  ['packages/entity-ui/src/Form.tsx', "import { a } from '../../ui/src/index.ts'", 'leaves its package'],
  [
    'packages/entity-ui/src/Form.tsx',
    "import { ShellFrame } from '@tavla/app-shell'",
    'entity-ui may not import app-shell',
  ],
  ['packages/app-shell/src/a.ts', "import { main } from '@tavla/desk'", 'app-shell may not import desk'],
  ['apps/console/src/main.tsx', "import { main } from '@tavla/desk'", 'console may not import desk'],
  ['apps/desk/src/main.tsx', "const all = import.meta.glob('../../console/src/*.tsx')", 'leaves its package'],
])('%s may not import %s', (file, content, reason) => {
  expect(brokenIn(file, content)).toEqual([expect.stringMatching(`^${file}:1 .*${reason}`)])
})

test.each([
  [
    'apps/server/src/app.ts',
    "import { routes } from './http/routes.ts'\nimport { users } from './modules/core/users.ts'",
  ],
  [
    'apps/server/src/modules/email/send.ts',
    "import { listRecords } from '../../entity/index.ts'\nimport './account.ts'",
  ],
  ['apps/server/src/http/a.ts', "import * as s from '@tavla/contract'\nimport fastify from 'fastify'"],
  ['packages/ui/src/Button.tsx', "import { createListeners } from '@tavla/client/listeners'"],
  ['apps/server/src/http/a.test.ts', "import { rooms } from '../live/rooms.ts'"],
  ['packages/fields/src/int/int.ui.tsx', "import { Input } from '@tavla/ui'\nimport { parse } from '../parse.ts'"],
  [
    'apps/desk/src/main.tsx',
    "import './style.css'\nimport { List } from '@tavla/entity-ui'\nimport { startApp } from '@tavla/app-shell'\nimport { useState } from 'react'",
  ],
])('%s may import %s', (file, content) => {
  expect(brokenIn(file, content)).toEqual([])
})

test('every import of the project follows the arrows', () => {
  expect(brokenArrows(path.resolve(import.meta.dirname, '..'))).toEqual([])
})
