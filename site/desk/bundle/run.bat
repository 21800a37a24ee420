@echo off
rem Runs a program on every case, and writes what it wrote into answers.zip, for the page:
rem
rem   run.bat my_program.exe
rem
rem A program that does not end must be stopped by hand (Ctrl-C). run.py needs Python 3, and stops it.
setlocal
if "%~1"=="" (
	echo usage: run.bat COMMAND [ARG ...]
	exit /b 2
)
set here=%~dp0
rem What lies here is found from the directory of each case, too.
set "PATH=%CD%;%PATH%"
set work=%TEMP%\touchstone-answers-%RANDOM%
mkdir "%work%" || exit /b 1
>"%work%\touchstone-assignment.txt" echo {ASSIGNMENT}
for /d %%d in ("%here%cases\*") do (
	mkdir "%work%\%%~nxd"
	copy /y "%%d\*" "%work%\%%~nxd" >nul
	pushd "%work%\%%~nxd"
	call %* {ARGS} <nul >nul 2>touchstone-stderr.txt
	call echo exit %%^ERRORLEVEL%%>touchstone-ended.txt
	popd
	for %%f in ("%%d\*") do del /q "%work%\%%~nxd\%%~nxf"
	echo %%~nxd
)
if exist answers.zip del answers.zip
powershell -NoProfile -Command "Compress-Archive -Path '%work%\*' -DestinationPath answers.zip" && echo answers.zip has what your program wrote: drop it on the page
rmdir /s /q "%work%"
