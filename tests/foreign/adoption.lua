-- Work for a woven Lua: calls, tables, strings, closures, coroutines, garbage.
local function fib (n) return n < 2 and n or fib (n - 1) + fib (n - 2) end
local words, seen = {}, {}
for i = 1, 20000 do
  local word = string.format ("%x-%d", i * 2654435761 % 65536, i % 97)
  words[#words + 1] = word
  seen[word] = (seen[word] or 0) + 1
end
table.sort (words)
local made = {}
for word in pairs (seen) do made[#made + 1] = word:upper ():gsub ("(%d+)%-", "%1+") end
local squares = coroutine.wrap (function () for i = 1, 5000 do coroutine.yield (i * i) end end)
local sum = 0
for _ = 1, 5000 do sum = sum + squares () end
print (fib (29), #words, words[1], #made, sum, pcall (error, "x"), load ("return 1 + 1") ())
