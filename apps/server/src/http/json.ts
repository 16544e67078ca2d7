import { badRequest } from '@tavla/contract'

/** Maximum nesting. No record is nested deeper, and deeper values would exhaust the stack of recursive code. */
const maxDepth = 100

/**
 * Parses JSON from an untrusted sender.
 * @throws Problem 400 when it is malformed, nested too deeply, or would set a prototype
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw badRequest()
  try {
    return prototypeKey.test(text) ? JSON.parse(text, refusePrototypes) : JSON.parse(text)
  } catch (error) {
    throw badRequest(error)
  }
}

/** Includes escapes: `\u005f_proto__` spells the same key. */
const prototypeKey = /proto|constructor|\\u00/i

function refusePrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is no key')
  return value
}

function isTooDeep(text: string): boolean {
  if (text.length <= maxDepth) return false
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === backslash) at++
      else if (code === quote) inText = false
    } else if (code === quote) inText = true
    else if (code === openBrace || code === openBracket) {
      if (++depth > maxDepth) return true
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return false
}

const quote = 34
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125
