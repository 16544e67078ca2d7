import type { SessionInfo } from '@tavla/contract'
import { version } from '../../../../ground/version.ts'
import type { RouteFile } from '../../../routes.ts'

/** The user of the cookie's session; an unknown or ended session is the guest (reference: sign-in, Signing in). */
const routes: RouteFile = (app) => {
  const { engine } = app.site

  app.get('', { config: { guest: true } }, (request): SessionInfo => {
    const { actor, language } = request.ctx
    return {
      user: actor.user,
      lang: language,
      full_name: actor.fullName,
      time_zone: engine.settings.time_zone,
      week_start: engine.settings.week_start,
      currency: engine.settings.currency,
      site_title: engine.settings.site_title,
      server_time: engine.clock.nowWall(),
      idle_hours: engine.settings.session_idle_hours,
      offline_copies: engine.settings.offline_copies,
      environment: app.site.config.environment ?? null,
      ...(request.session ? { version, trash_days: engine.settings.trash_days, roles: [...actor.roles] } : {}),
    }
  })
}

export default routes
