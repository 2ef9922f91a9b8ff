@echo off
rem Kiebitz needs fork and Unix sockets, which Windows has in WSL, the Linux inside Windows.
where wsl >nul 2>nul
if errorlevel 1 (
  echo kiebitz: install WSL first. Open PowerShell as administrator and type: wsl --install
  pause
  exit /b 1
)
wsl sh ./start.sh
pause
