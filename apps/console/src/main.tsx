import { preload, startApp } from '@tavla/app-shell'
import { area } from './routes.ts'

startApp({
  home: '/project',
  area,
  isInside: (path) => /^\/(project|servers)(\/|$)/.test(path),
  warmUp(path) {
    void import('./operator.ts')
    if (path === '/' || path === '/project') preload('Project')
    else if (path.startsWith('/servers')) preload('Server')
  },
})
