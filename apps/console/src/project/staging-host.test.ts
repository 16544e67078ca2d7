import { expect, test } from 'vitest'
import { stagingHost } from './staging-host.ts'

test("a project on this machine is reached under the console's own host name", () => {
  expect(stagingHost('http://localhost:8101', { hostname: '127.0.0.1' })).toBe('http://127.0.0.1:8101')
  expect(stagingHost('http://127.0.0.1:8101', { hostname: 'localhost' })).toBe('http://localhost:8101')
})

test('any other address stays as it is', () => {
  expect(stagingHost('https://acme.example.com/', { hostname: 'localhost' })).toBe('https://acme.example.com')
  expect(stagingHost('http://localhost:8101', { hostname: 'hq.example.com' })).toBe('http://localhost:8101')
})

test('a project without an address has no host', () => {
  expect(stagingHost(null, { hostname: 'localhost' })).toBeNull()
  expect(stagingHost('', { hostname: 'localhost' })).toBeNull()
})
