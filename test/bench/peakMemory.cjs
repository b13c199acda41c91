// Loaded before a program: tells the most memory it ever had, in MiB, on standard error.
const fs = require('node:fs');
process.on('exit', () => fs.writeSync(2, `peak ${Math.round(process.resourceUsage().maxRSS / 1024)}\n`));
