import { expect, test } from 'vitest'
import { escapeLike, unescapeLike } from './like.ts'

test('the wildcards of a pattern stand for themselves, and come back as they were typed', () => {
  expect(escapeLike('50% of a_b\\c')).toBe('50\\% of a\\_b\\\\c')
  expect(unescapeLike(escapeLike('50% of a_b\\c'))).toBe('50% of a_b\\c')
})
