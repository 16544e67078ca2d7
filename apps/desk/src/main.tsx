import { startApp } from '@tavla/app-shell'
import { area, extra } from './routes.ts'
import { warmUp } from './warm-up.ts'

startApp({ home: '/app', area, extra, isInside: (path) => path.startsWith('/app/'), warmUp })
