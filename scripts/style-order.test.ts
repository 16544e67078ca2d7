import path from 'node:path'
import { expect, test } from 'vitest'
import { rulesByArrival } from './style-order.ts'
import { makeTree } from './testing/make-tree.ts'

/** The pairs found in a small tree of two style sheets, a component that uses them, and the first sheet. */
function pairsIn(one: string, other: string, component: string): string[] {
  const root = makeTree({
    'packages/ui/src/styles/index.css': "@layer base, parts;\n@import './base.css';\n",
    'packages/ui/src/styles/base.css': '@layer parts { .tab { padding: 3px; } }',
    'packages/ui/src/one.css': `@layer parts { ${one} }`,
    'packages/ui/src/other.css': `@layer parts { ${other} }`,
    'packages/ui/src/Part.tsx': component,
  })
  return rulesByArrival(root).map((pair) => pair.replaceAll(/packages\/ui\/src\//g, ''))
}

const tab = 'export const Tab = () => <div className="tab talk"><p>Words</p></div>'

test.each([
  ['one element has both classes', '.tab { padding: 1px }', '.talk { padding: 0 }', tab],
  ['a short form sets what the other sets', '.tab { padding: 1px }', '.talk { padding-inline-start: 0 }', tab],
  ['both are nested', '.tab { & > p { color: red } }', '.talk { & > p { color: blue } }', tab],
  ['one stands in a query', '.tab { gap: 1px }', '@media (width > 40rem) { .talk { gap: 0 } }', tab],
  [
    'a component passes a class on',
    '.button { color: red }',
    '.send { color: blue }',
    'const Button = ({ className }) => <button className={classNames(\'button\', className)} />\nconst Send = () => <Button className="send" />',
  ],
  [
    'a rule for every child meets the class of a child',
    '.list > * { color: red }',
    '.row { color: blue }',
    'const List = () => <ul className="list"><Row /></ul>\nconst Row = () => <li className="row" />',
  ],
])('a pair is found where %s', (_, one, other, component) => {
  expect(pairsIn(one, other, component)).toEqual([expect.stringMatching(/^one\.css .* \| other\.css /)])
})

test.each([
  [
    'no element has both classes',
    '.tab { padding: 1px }',
    '.talk { padding: 0 }',
    'const A = () => <i className="tab" />',
  ],
  ['the weights differ', '.tab { padding: 1px }', '.tab.talk { padding: 0 }', tab],
  ['the layers differ', '.tab { padding: 1px }', '@layer later { .talk { padding: 0 } }', tab],
  ['the properties differ', '.tab { overflow: auto }', '.talk { overflow-wrap: anywhere }', tab],
  ['the values are the same', '.tab { padding: 1px }', '.talk { padding: 1px }', tab],
  ['one rules the other out', '.tab:not(.talk) { padding: 1px }', '.talk { padding: 0 }', tab],
])('nothing is found where %s', (_, one, other, component) => {
  expect(pairsIn(one, other, component)).toEqual([])
})

test('no two rules of the project depend on the order in which their sheets load', () => {
  expect(rulesByArrival(path.resolve(import.meta.dirname, '..'))).toEqual([])
})
