import { expect, test } from 'vitest'
import type { Site } from '../../site.ts'
import type { Server } from './rows.ts'
import { stagingUrl } from './site-spec.ts'

const site = { config: { publicUrl: 'https://hq.example.com' } } as Site
const server = (values: Partial<Server>) => ({ useHttps: true, ...values }) as Server

test('a project answers at the host of HQ, at that of its server, or at one of its own', () => {
  expect(stagingUrl(site, server({}), 'acme', 8101)).toBe('https://hq.example.com:8101')
  expect(stagingUrl(site, server({ publicHost: 'apps.example.com' }), 'acme', 8101)).toBe(
    'https://apps.example.com:8101',
  )
  expect(stagingUrl(site, server({ publicHost: '{id}.apps.example.com' }), 'acme', 8101)).toBe(
    'https://acme.apps.example.com:8101',
  )
})
