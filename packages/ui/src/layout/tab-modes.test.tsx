import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Tabs } from './Tabs.tsx'

const tabs = [
  { id: 'details', label: 'Details', content: 'What there is' },
  { id: 'files', label: 'Files', content: 'What was sent' },
]
const tagsOf = (markup: string) => [...markup.matchAll(/<(a|button)[^>]*role="tab"[^>]*>/g)].map(([tag]) => tag)

test('without a base route the first tab is active and shows its content in place', () => {
  const markup = renderToStaticMarkup(<Tabs label="Task" tabs={tabs} title="Tart" firstRow="For Friday" />)
  expect(tagsOf(markup).map((tag) => [tag.startsWith('<button'), tag.includes('aria-selected="true"')])).toEqual([
    [true, true],
    [true, false],
  ])
  expect(markup).toContain('What there is')
  expect(markup).not.toContain('What was sent')
  expect(markup.indexOf('Tart')).toBeLessThan(markup.indexOf('Details'))
  expect(markup).toContain('For Friday')
})

test('with a base route each tab links to it plus its name, and the address decides which is active', () => {
  const markup = renderToStaticMarkup(
    <Tabs label="Task" tabs={tabs} baseRoute="/project/demo" path="/project/demo/files">
      A screen
    </Tabs>,
  )
  expect(tagsOf(markup).map((tag) => [/href="([^"]*)"/.exec(tag)?.[1], tag.includes('aria-selected="true"')])).toEqual([
    ['/project/demo/details', false],
    ['/project/demo/files', true],
  ])
  expect(markup).toContain('A screen')
})
