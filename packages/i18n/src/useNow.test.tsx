import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useNow } from './react.ts'

function Clock({ now }: { now: () => string }) {
  return <time>{useNow(now)}</time>
}

test('a component reads the clock that it is given', () => {
  expect(renderToStaticMarkup(<Clock now={() => '2026-11-20 10:00:00'} />)).toBe('<time>2026-11-20 10:00:00</time>')
})
