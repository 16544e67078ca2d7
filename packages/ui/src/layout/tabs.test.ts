import { expect, test } from 'vitest'
import { activeTab } from './Tabs.tsx'

const tabs = [{ id: 'HQ_info' }, { id: 'users' }, { id: 'editor' }]

test('the active tab is the last segment of the address', () => {
  expect(activeTab('/project/acme/users', '/project/acme', tabs)).toBe('users')
})

test('with a child open the segment after the base route decides', () => {
  expect(activeTab('/project/acme/editor/Task', '/project/acme', tabs)).toBe('editor')
})

test('an unknown address has no tab', () => {
  expect(activeTab('/project/acme', '/project/acme', tabs)).toBeUndefined()
  expect(activeTab('/project/acme/%E0', '/project/acme', tabs)).toBeUndefined()
})
