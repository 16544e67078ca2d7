import type { FieldMeta } from '@tavla/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fieldUi } from '../ui.ts'

test('a number of bytes is shown as a size, and any other as it is', () => {
  const { View, Cell } = fieldUi('Int')
  const drawn = [View, Cell].flatMap((Shown) =>
    ['Bytes', null].map((options) => {
      const field = { fieldname: 'size', fieldtype: 'Int', label: 'Size', options } as FieldMeta
      return renderToStaticMarkup(<Shown field={field} value={5_250_000} values={{}} />).replaceAll(/<[^>]*>/g, '')
    }),
  )
  expect(drawn).toEqual(['5.3 MB', '5,250,000', '5.3 MB', '5,250,000'])
})
