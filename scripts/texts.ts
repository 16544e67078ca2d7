import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Node } from 'oxc-parser'
import { literalText, readSource, type Source, sourceFiles } from './source-files.ts'

/** A text for users, and its place in the code. */
export interface FoundText {
  text: string
  context?: string | undefined
  where: string
  /** True for a text that reaches the screen without the translator. */
  isRaw?: boolean
}

/** Every interface text below `root`: from the code, and from the definitions of built-in entities. */
export function findTexts(root: string): FoundText[] {
  const code = sourceFiles(root).filter((file) => !silent.test(file))
  const definitions = globSync('apps/server/src/modules/*/entities/*.json', { cwd: root })
  const found = [
    ...code.flatMap((file) => textsOfCode(readSource(root, file))),
    ...definitions.flatMap((file) => textsOfDefinition(root, file)),
  ]
  // The scan can find one place twice.
  return [...new Map(found.map((text) => [JSON.stringify(text), text])).values()]
}

/** Files without interface texts: translations, types of values, messages for the log, records of demo and gallery. */
const silent =
  /^packages\/(i18n|expressions)\/|^apps\/server\/src\/(store|modules\/sample)\/|^apps\/desk\/src\/dev\/|gallery/

/** Functions whose first argument is a text. */
const translators = new Set(['t', 'translate', 'invalid'])
/** The same in `ui`, which calls its translator by this name. */
const uiTranslators = new Set(['text'])
/** Functions with texts or messages in every argument. */
const problems = new Set(['Problem'])
/** Keys of messages (`{ text, args }`), and of arguments that are translated first. */
const messageKeys = new Set(['text', 'translate'])
/** Keys (in front ends) and attributes that label elements on screen. */
const namingKeys = new Set(['label', 'title'])
const namingAttributes = new Set(['aria-label', 'aria-description', 'alt', 'label', 'placeholder', 'title'])

/** The interface texts of one file. */
export function textsOfCode(source: Source): FoundText[] {
  const found: FoundText[] = []
  /** Components of the design system show their texts untranslated. */
  const plainTags = new Set<string>()
  const isServer = source.file.startsWith('apps/server/')
  const isUi = source.file.startsWith('packages/ui/')
  const where = (node: { start: number }) => `${source.file}:${source.lineOf(node.start)}`
  const add = (node: Node | null | undefined, context?: string) => {
    for (const text of textsOf(node)) if (node && isWords(text)) found.push({ text, context, where: where(node) })
  }
  const addRaw = (text: string, node: { start: number }) => {
    const plain = text.replace(/&\w+;/g, ' ').trim()
    if (isWords(plain)) found.push({ text: plain, where: where(node), isRaw: true })
  }
  source.walk((node) => {
    switch (node.type) {
      case 'CallExpression': {
        const name = nameOf(node.callee)
        if (translators.has(name) || (isUi && uiTranslators.has(name)))
          add(node.arguments[0], literalText(node.arguments[2]))
        break
      }
      case 'NewExpression':
        // The third argument of a problem is its title; its message is found by its keys.
        if (problems.has(nameOf(node.callee))) add(node.arguments[2])
        break
      case 'Property': {
        const key = node.key.type === 'Identifier' ? node.key.name : (literalText(node.key) ?? '')
        if (messageKeys.has(key) && !isUi) add(node.value)
        else if (namingKeys.has(key) && !isServer && isHeading(node.value)) add(node.value)
        else if (isSentence(node.value)) add(node.value)
        break
      }
      case 'Literal':
      case 'TemplateLiteral': {
        // A text in a constant is recognised by its placeholders.
        const text = literalText(node)
        if (text && /\{\d\}/.test(text) && text.includes(' ')) add(node)
        break
      }
      case 'ImportDeclaration':
        if (node.source.value === '@tavla/ui') for (const { local } of node.specifiers) plainTags.add(local.name)
        break
      case 'JSXOpeningElement': {
        const tag = nameOf(node.name)
        const attribute = (name: string) => attributeOf(node.attributes, name)
        if (tag === 'Text') add(attribute('source'), literalText(attribute('context')))
        for (const name of namingAttributes) {
          const value = attribute(name)
          const text = literalText(value)
          if (text === undefined) continue
          if (isUi || plainTags.has(tag) || /^\p{Ll}/u.test(tag)) addRaw(text, node)
          // Our own components translate their props.
          else if (namingKeys.has(name)) add(value)
        }
        break
      }
      case 'JSXText':
        addRaw(node.value, node)
    }
  })
  return found
}

/** Labels, groups, descriptions and Select values of a built-in entity, and its name. */
function textsOfDefinition(root: string, file: string): FoundText[] {
  const definition = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Definition
  const found: FoundText[] = [{ text: definition.id, where: file }]
  for (const field of definition.fields) {
    const where = `${file} ${field.fieldname}`
    for (const text of [field.label, field.field_group, field.description]) if (text) found.push({ text, where })
    // The names of field types are never translated.
    if (field.fieldtype !== 'Select' || field.fieldname === 'fieldtype') continue
    const options = (field.options ?? '').split('\n').filter(Boolean)
    for (const text of options) found.push({ text, context: field.fieldname, where })
  }
  return found
}

interface Definition {
  id: string
  fields: {
    fieldname: string
    fieldtype: string
    label: string
    options?: string
    field_group?: string
    description?: string
  }[]
}

/** The possible texts of an expression: each branch of `a ? 'x' : 'y'` and `a ?? 'x'`. */
function textsOf(node: Node | null | undefined): string[] {
  switch (node?.type) {
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return textsOf(node.expression as Node)
    default: {
      const text = literalText(node)
      return text === undefined ? [] : [text]
    }
  }
}

function attributeOf(attributes: readonly Node[], name: string): Node | null | undefined {
  const found = attributes.find((node) => node.type === 'JSXAttribute' && nameOf(node.name) === name)
  return found?.type === 'JSXAttribute' ? found.value : undefined
}

/** The last name of `f`, `a.f`, `this.f` or a tag. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name
  if (node.type === 'MemberExpression') return nameOf(node.property)
  if (node.type === 'JSXNamespacedName') return `${node.namespace.name}:${node.name.name}`
  return ''
}

/** `label: 'Open'` is a label on screen, `label: 'open'` is a key. */
function isHeading(node: Node): boolean {
  return textsOf(node).every((text) => /^\p{Lu}/u.test(text))
}

/** A text in a table under a key of its own. */
function isSentence(node: Node): boolean {
  return /^\p{Lu}\p{Ll}* \S+ .*[.:?!]$/u.test(literalText(node) ?? '')
}

function isWords(text: string): boolean {
  return /\p{L}{2}/u.test(text)
}
