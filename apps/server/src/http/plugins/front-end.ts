import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstSegment, frontEndSegments } from '@tavla/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withLoopbackForms } from '../../ground/origins.ts'
import type { Site } from '../../site.ts'
import { type Asset, Assets } from '../assets.ts'
import { acceptedEncoding } from './compress.ts'
import { pathNotFound } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly frontEnd: Assets
  }
}

/**
 * Serves the front end's files, and its page at every address of a screen, so that deep links work. All other addresses
 * are 404: with the page for a browser visit, as JSON for other callers.
 */
export function serveFrontEnd(app: FastifyInstance, folder = frontEndFolder(app.site)): void {
  const assets = new Assets(folder)
  app.decorate('frontEnd', assets)
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    if (path === mailPagePath) return sendMailPage(reply)
    const isOwn = isFrontEndAddress(app.site, path)
    const file = assets.find(path)
    if (!file && !isOwn && !path.startsWith('/assets/')) {
      if (!isNavigation(request)) throw pathNotFound(request)
      reply.code(404)
    }
    const asset = file ?? (path.startsWith('/assets/') ? undefined : assets.page())
    if (!asset) return sendMissing(reply, path)
    if (asset.isPage) sendPageHeaders(app.site, reply)
    return sendAsset(asset, request, reply)
  })
}

/**
 * The page in which a mail is drawn once its reader has asked for pictures. It has no content of its own. Its policy,
 * which a frame without an address could not have, allows pictures from anywhere and forbids everything else.
 */
const mailPagePath = '/mail-frame.html'
const mailPage = '<!doctype html><html><head><meta charset="utf-8"><base target="_blank"></head><body></body></html>\n'
const mailPolicy = [
  "default-src 'none'",
  "img-src 'self' data: blob: https: http:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  // Applies even when the page is opened outside a frame.
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ')

function sendMailPage(reply: FastifyReply) {
  reply.header('content-security-policy', mailPolicy)
  reply.header('referrer-policy', 'no-referrer')
  reply.header('cache-control', 'public, max-age=3600')
  return reply.type('text/html; charset=utf-8').send(mailPage)
}

function frontEndFolder(site: Site): string {
  return join(fileURLToPath(new URL('../../../../', import.meta.url)), frontEndOf(site), 'dist')
}

const frontEndOf = ({ config }: Pick<Site, 'config'>) => (config.apps.includes('hq') ? 'console' : 'desk')

/** True on a staff site: HQ serves the console, which is neither installed nor used without a network. */
export const hasStaffApp = (site: Pick<Site, 'config'>): boolean => frontEndOf(site) === 'desk'

/** True for an address at which the site's front end has a screen. */
export const isFrontEndAddress = (site: Pick<Site, 'config'>, path: string): boolean =>
  frontEndSegments[frontEndOf(site)].has(firstSegment(path))

/** True for a browser visit: only browsers ask for a page. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || (headers.accept ?? '').includes('text/html')

/** A path with malformed escapes names no file, so the page answers. */
function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Sends a file of the front end, or 304 to a caller that has it. */
export async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', asset.cacheControl)
  reply.header('vary', 'Accept-Encoding')
  reply.header('etag', asset.etag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  reply.type(asset.type)
  const encoding = asset.isText ? acceptedEncoding(request.headers['accept-encoding']) : undefined
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(await asset.bytes(encoding))
}

/** A missing file of an old build must not be answered with the page, which a script tag could not parse. */
function sendMissing(reply: FastifyReply, path: string) {
  reply.code(path.startsWith('/assets/') ? 404 : 503).type('text/plain; charset=utf-8')
  return reply.send(path.startsWith('/assets/') ? 'Not found' : 'The front end has not been built yet: npm run build')
}

/** React Aria sets one inline style. A test fails when the policy refuses anything, so it also checks this hash. */
const inlineStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/**
 * HQ's page calls projects that start after it was loaded, on the same host and each on a port of its own (reference:
 * hosting, Provisioning). A page's policy is fixed when it is loaded, so every port of that host is allowed.
 */
function neighbours({ config }: Site): string[] {
  if (!config.apps.includes('hq')) return []
  const { protocol, hostname } = new URL(config.publicUrl)
  return withLoopbackForms(`${protocol}//${hostname}`).map((origin) => `${origin}:*`)
}

function sendPageHeaders(site: Site, reply: FastifyReply): void {
  const others = [...new Set([...neighbours(site), ...site.pageOrigins])].join(' ')
  const installable = hasStaffApp(site) ? "'self'" : "'none'"
  const sockets = others.replaceAll('http', 'ws')
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' ${inlineStyle}`,
    `img-src 'self' data: blob: ${others}`,
    `connect-src 'self' ${others} ${sockets}`,
    "font-src 'self' data:",
    `worker-src ${installable}`,
    `manifest-src ${installable}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(site.config.publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ]
  reply.header('content-security-policy', policy.map((rule) => rule.trim()).join('; '))
  reply.header('referrer-policy', 'same-origin')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
}
