import { startApp } from '@tavla/app-shell'
import { area, extra } from './routes.ts'
import { warmUp } from './warm-up.ts'

startApp({
  home: '/app',
  area,
  extra,
  isInside: (path) => path.startsWith('/app/'),
  openCopies: async (...start) => (await import('@tavla/app-shell/offline')).openCopies(...start),
  warmUp,
})
