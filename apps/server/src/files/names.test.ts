import { describe, expect, test } from 'vitest'
import { addressOf, cleanFileName, isStoredName, storedNameFor, urlOf } from './names.ts'

const hash = '3f9c2b0123456789abcdef0123456789abcdef0123456789abcdef0123456789'

describe('stored names', () => {
  test.each([
    ['a.png', 'a-3f9c2b.png'],
    ['my photo (1).JPG', 'my-photo-1-3f9c2b.JPG'],
    ['חוזה שכירות.pdf', 'חוזה-שכירות-3f9c2b.pdf'],
    ['../../etc/passwd', 'etc-passwd-3f9c2b'],
    ['..', 'file-3f9c2b'],
    ['.htaccess', 'htaccess-3f9c2b'],
    ['a..b.txt', 'a.b-3f9c2b.txt'],
    ['%2e%2e%2fx.png', '2e-2e-2fx-3f9c2b.png'],
    ['a\u0000b.png', 'a-b-3f9c2b.png'],
    ['', 'file-3f9c2b'],
  ])('%j is stored as %j', (name, stored) => {
    expect(storedNameFor(name, hash)).toBe(stored)
    expect(isStoredName(stored)).toBe(true)
  })

  test('a base is at most 80 characters, and every name fits the file system', () => {
    for (const letter of ['a', 'ש', '字', '𝒳']) {
      const name = storedNameFor(`${letter.repeat(300)}.png`, hash)
      expect([...name].length).toBeLessThanOrEqual(80 + '-3f9c2b.png'.length)
      expect(Buffer.byteLength(name)).toBeLessThan(256)
      expect(isStoredName(name)).toBe(true)
    }
  })

  test('a name that could leave the folder is not a stored name', () => {
    const bad = [
      '..',
      '../a-3f9c2b.png',
      'a/b-3f9c2b.png',
      'a\\b-3f9c2b.png',
      '.a-3f9c2b',
      'a..b-3f9c2b',
      'a-3f9c2b\u0000',
      'a',
      '',
    ]
    for (const name of bad) expect(isStoredName(name), name).toBe(false)
  })

  test('a url and its address convert into each other', () => {
    const address = { name: 'a-3f9c2b.png', isPrivate: true }
    expect(addressOf(urlOf(address))).toEqual(address)
    expect(addressOf('/files/a-3f9c2b.png')).toEqual({ name: 'a-3f9c2b.png', isPrivate: false })
    expect(addressOf('/files/../private/a-3f9c2b.png')).toBeUndefined()
    expect(addressOf('https://example.com/files/a-3f9c2b.png')).toBeUndefined()
  })
})

describe('names for people', () => {
  test.each([
    ['C:\\photos\\me.png', 'me.png'],
    ['/tmp/x/א.txt', 'א.txt'],
    ['gpj\u202egnp.exe', 'gpjgnp.exe'],
    ['  ', 'file'],
  ])('%j is shown as %j', (given, shown) => expect(cleanFileName(given)).toBe(shown))

  test('a long name keeps its extension within 140 characters', () => {
    const name = cleanFileName(`${'x'.repeat(500)}.pdf`)
    expect(name.length).toBeLessThanOrEqual(140)
    expect(name).toMatch(/\.pdf$/)
  })
})
