// `--hostile`: accounts that mean harm beside others. Otherwise flows of every kind while everything goes wrong.
// `--mirror`: a mirror whose workers come and go.
if (process.argv.includes('--mirror')) await import('./soak-mirror.ts')
else if (process.argv.includes('--hostile')) await import('./hostile/soak-hostile.ts')
else await import('./soak-flows.ts')
