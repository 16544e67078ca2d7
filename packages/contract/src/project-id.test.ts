import { expect, test } from 'vitest'
import { isProjectId, projectIdFrom } from './project-id.ts'

test.each([
  ['Levi Law Office', 'levi-law-office'],
  ['  Café — Zürich & Söhne! ', 'cafe-zurich-sohne'],
  ['מאפיית לוי', 'mapyyt-lvy'],
  ['חנות הפרחים', 'hnvt-hprhym'],
  ['שָׁלוֹם', 'shlvm'],
  ['שׁ', 'sh'],
  ['משרד רו"ח כהן 24', 'mshrd-rv-h-khn-24'],
  ['Café של דנה', 'cafe-shl-dnh'],
  ['כךםןףץ', 'kkmnpts'],
  ['2020 Vision', 'p-2020-vision'],
  ['42', 'p-42'],
  ['ﬁne', 'fine'],
  ['-a-', 'a'],
  ['A--B', 'a-b'],
  ['x'.repeat(60), 'x'.repeat(40)],
  [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
])('the name %s gives the id %s', (name, id) => {
  expect([projectIdFrom(name), isProjectId(id)]).toEqual([id, true])
})

test('a name without a letter or digit of use is a project', () => {
  for (const name of ['', '   ', '東京', '!!!', '\u0301']) expect(projectIdFrom(name)).toBe('project')
})

test('an id that is taken gets the next free number, which fits in its length', () => {
  const taken =
    (...ids: string[]) =>
    (id: string) =>
      ids.includes(id)
  expect(projectIdFrom('Acme', taken('acme'))).toBe('acme-2')
  expect(projectIdFrom('Acme', taken('acme', 'acme-2', 'acme-3'))).toBe('acme-4')
  expect(projectIdFrom('東京', taken('project'))).toBe('project-2')
  const long = 'x'.repeat(40)
  expect(projectIdFrom(long, taken(long))).toBe(`${'x'.repeat(38)}-2`)
  const hyphen = `${'x'.repeat(37)}-yz`
  expect(projectIdFrom(hyphen, taken(hyphen))).toBe(`${'x'.repeat(37)}-2`)
})
