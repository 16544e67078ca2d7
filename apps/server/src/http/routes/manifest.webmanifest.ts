import { pathNotFound } from '../plugins/errors.ts'
import { hasStaffApp } from '../plugins/front-end.ts'
import type { RouteFile } from '../routes.ts'

/** The bar and the ground of the light theme; once the page is drawn, it sets its own. */
const colour = '#f5f5f8'

const icons = [
  ...[192, 512].map((size) => icon(size, 'icon', 'any')),
  ...[192, 512].map((size) => icon(size, 'icon-maskable', 'maskable')),
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
]

/** Tells a browser how to install the staff app (reference: screens, Without a network). */
const routes: RouteFile = (app) => {
  app.get('', { config: { guest: true, limit: 'none', anonymous: true } }, (request, reply) => {
    if (!hasStaffApp(app.site)) throw pathNotFound(request)
    const { site_title: title, default_language: lang } = app.site.engine.settings
    const name = title ?? 'Tavla'
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
    return reply.send(
      JSON.stringify({
        id: '/app',
        name,
        short_name: name,
        start_url: '/app',
        scope: '/',
        display: 'standalone',
        // The language of the name, which is the site's and not the reader's.
        lang,
        dir: lang === 'he' ? 'rtl' : 'ltr',
        theme_color: colour,
        background_color: colour,
        icons,
      }),
    )
  })
}

function icon(size: number, name: string, purpose: string) {
  return { src: `/${name}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
}

export default routes
