import { Parser } from 'saxen'

/** Takes the elements of a document, by their names without a prefix. */
export interface XmlTaker {
  open?(name: string, attributes: () => Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

const pieceLength = 262_144

/** Reads a document piece by piece. @throws Error when it is not well-formed */
export function* parseXml(bytes: Uint8Array, taker: XmlTaker): Generator<void> {
  const parser = new Parser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('openTag', (name, attributes, decode) => {
    taker.open?.(localName(name), () => decoded(attributes(), decode))
  })
  parser.on('closeTag', (name) => taker.close?.(localName(name)))
  parser.on('text', (text, decode) => taker.text?.(decode(text)))
  parser.on('cdata', (text) => taker.text?.(text))
  const decoder = new TextDecoder('utf-8')
  for (let at = 0; at < bytes.length; at += pieceLength) {
    parser.write(decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true }))
    yield
  }
  parser.end()
  yield
}

/** Reads a whole document. @throws Error when it is not well-formed */
export function readXml(bytes: Uint8Array, taker: XmlTaker): void {
  for (const _ of parseXml(bytes, taker));
}

/** The text of a cell, in which programs write what XML cannot hold as `_xHHHH_`. */
export const cellTextOf = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function decoded(attributes: Record<string, string>, decode: (text: string) => string): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) plain[localName(name)] = decode(value)
  return plain
}
