import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Whether the browser has a network. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore((notify) => onlineManager.subscribe(notify), onlineManager.isOnline.bind(onlineManager))
