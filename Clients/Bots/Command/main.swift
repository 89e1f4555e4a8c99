import ParlorBots

await runBots()
