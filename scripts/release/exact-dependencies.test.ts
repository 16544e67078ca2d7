import { expect, test } from 'vitest'
import { exactDependencies } from './exact-dependencies.ts'

test('a package names all its dependencies at the versions of the lock, optional ones apart', () => {
  const lock = {
    packages: {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^2.0.0' }, optionalDependencies: { c: '^3.0.0' } },
      'node_modules/a/node_modules/b': { version: '2.1.0', dependencies: { d: '*' } },
      'node_modules/b': { version: '1.9.0' },
      'node_modules/c': { version: '3.2.0', dependencies: { d: '*' } },
      'node_modules/d': {
        version: '4.0.0',
        peerDependencies: { e: '*' },
        peerDependenciesMeta: { e: { optional: true } },
      },
      'node_modules/e': { version: '5.0.0' },
      'node_modules/node-x64': { version: '26.0.0' },
    },
  }
  expect(exactDependencies(lock, ['a'], ['node-x64'])).toEqual({
    dependencies: { a: '1.0.0', d: '4.0.0' },
    optionalDependencies: { c: '3.2.0', 'node-x64': '26.0.0' },
  })
  expect(() => exactDependencies(lock, ['f'], [])).toThrow('package-lock.json does not have f')
})
