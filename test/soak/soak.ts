// `--hostile`: accounts that mean harm beside others. Otherwise flows of every kind while everything goes wrong.
if (process.argv.includes('--hostile')) await import('./hostile/soak-hostile.ts')
else await import('./soak-flows.ts')
