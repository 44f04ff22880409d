import { raiseRunAlerts } from '../domain/alerts/raise-run-alerts.ts'
export const canary = raiseRunAlerts
